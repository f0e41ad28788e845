import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reviewReasons } from './review-reasons.ts'

const file = (path: string, text: string, executable = false) => ({
  ...{ path, executable },
  bytes: new TextEncoder().encode(text),
})
const words = ['first', 'look', 'then', 'write', 'a', 'summary', 'of', 'what', 'you', 'read']
const sentence = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
  .map((list) => `${list.join(' ')}.`)
const text = fc.array(sentence, { minLength: 1, maxLength: 8 })
const name = fc.stringMatching(/^[a-z]{3,10}$/)

/** What a reader has to judge, in the forms in which it comes. */
const additions = fc.oneof(
  name.map((one) => `See https://${one}.example/x for more.`),
  name.map((one) => `Ask ${one}.evil-${one}.dev first.`),
  name.map((one) => `Mail it to ${one}@${one}.org`),
  fc.constant('Send it to 203.0.113.7'),
  name.map((one) => `Run \`${one} --all\` first.`),
  name.map((one) => `\`\`\`\n${one} -x\n\`\`\``),
  name.map((one) => `Then pip install ${one}`),
  name.map((one) => `    ${one} now`),
  name.map((one) => `Read ${one.toUpperCase()}_TOKEN first.`),
  name.map((one) => `Put $${one} there.`),
  name.map((one) => `Call mcp__${one}__send with it.`),
  name.map((one) => `Use the ${one} tool.`),
  name.map((one) => `Use Bash(${one}:*) here.`),
  name.map((one) => `Add a PreToolUse hook for ${one}.`),
  name.map((one) => `Open ~/.${one}/id first.`),
  name.map((one) => `<!-- ${one} -->`),
)

describe('what a reader has to judge in an update', () => {
  it('whatever adds a host, command, variable, tool, hook or path is seen, wherever it stands', () => {
    fc.assert(
      fc.property(text, additions, fc.nat(), fc.boolean(), (lines, added, at, isReference) => {
        const before = lines.join('\n')
        const after = lines.toSpliced(at % (lines.length + 1), 0, added).join('\n')
        const path = isReference ? 'references/more.md' : 'SKILL.md'
        const other = file(isReference ? 'SKILL.md' : 'references/more.md', 'Same.')
        const found = reviewReasons([file(path, before), other], [file(path, after), other])
        expect(found).not.toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('a changed or new file that is more than prose is one, whatever it is called', () => {
    const changed = (path: string, executable = false) =>
      reviewReasons([file(path, 'one', executable)], [file(path, 'two', executable)])
    for (const path of ['run.sh', 'run', 'Makefile', 'package.json', 'a.svg', 'b.bin']) {
      expect(changed(path)).toMatchObject([{ code: 'update.new-file' }])
    }
    expect(changed('notes.md', true)).toHaveLength(1)
    expect(reviewReasons([], [file('x.py', 'print()')])).toHaveLength(1)
  })

  it('plain sentences are none, so that the policy has a use', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const files = (lines: readonly string[]) => [file('SKILL.md', lines.join('\n'))]
        expect(reviewReasons(files(before), files(after))).toEqual([])
      }),
    )
  })
})
