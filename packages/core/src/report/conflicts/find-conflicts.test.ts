import { describe, expect, it } from 'vitest'
import { findConflicts } from './find-conflicts.ts'
import { skillInstructions } from './skill-instructions.ts'

const conflicts = (one: string, other: string) =>
  findConflicts(skillInstructions(one), skillInstructions(other))
const kinds = (one: string, other: string) => conflicts(one, other).map(({ kind }) => kind)

describe('instructions that cannot both hold', () => {
  it.each([
    ['Always use `pnpm`.', 'Never use `pnpm`.'],
    ['- **Always** use `pnpm`.', 'You must not use the `pnpm`, ever.'],
    ['You MUST run `git push --force`.', '- Don’t run `git push --force`!'],
    ['Always squash commits.', 'Do not squash commits.'],
    ['Never amend published commits', 'Always amend published commits'],
  ])('%s – %s', (one, other) => {
    expect(kinds(one, other)).toEqual(['opposite-instructions'])
    expect(kinds(other, one)).toEqual(['opposite-instructions'])
  })

  it('shows the sentence of each, in the order in which they were given', () => {
    expect(conflicts('Never use `npm`. Or else.', 'Always use `npm`')).toEqual([
      { kind: 'opposite-instructions', evidence: ['Never use `npm`.', 'Always use `npm`'] },
    ])
  })

  it.each([
    ['Always use `pnpm`.', 'Never use `npm`.'],
    ['Always use `pnpm`.', 'Never use `pnpm` for global tools.'],
    ['Always use `pnpm` when there is a lock file.', 'Never use `pnpm`.'],
    ['Always use `rm -rf build`.', 'Never run `rm -rf build`.'],
    ['Always do this.', 'Never do this.'],
    ['Always use `pnpm`. Never use `pnpm` on Fridays.\nNever use `pnpm`.', 'Never use `pnpm`.'],
    ['You can always use `pnpm`.', 'Use `pnpm`.'],
  ])('not: %s – %s', (one, other) => {
    expect(kinds(one, other)).toEqual([])
  })
})

describe('the same file, and versions', () => {
  it('both own what they write', () => {
    expect(kinds('Save the plan to `docs/PLAN.md`.', 'Write `./docs/PLAN.md`')).toEqual([
      'same-output',
    ])
  })

  it.each([
    ['Save it to `docs/PLAN.md`', 'Read `docs/PLAN.md`'],
    ['Save it to `docs/<topic>.md`', 'Save it to `docs/<topic>.md`'],
    ['Save it to `README.md`', 'Save it to `README.md`'],
    ['Save it as `.xlsx`', 'Save it as `.xlsx`'],
  ])('not: %s – %s', (one, other) => {
    expect(kinds(one, other)).toEqual([])
  })

  it('pin different versions of a package, of the same manager', () => {
    const [old, new_] = ['`npm install -g left-pad@1.1.0`', 'npx left-pad@1.3.0']
    expect(conflicts(old, new_)).toEqual([
      { kind: 'different-versions', evidence: ['npm left-pad 1.1.0', 'npm left-pad 1.3.0'] },
    ])
    expect(kinds('pip install pandas==2.1.0', 'pandas==1.5.3')).toEqual(['different-versions'])
    expect(kinds(old, old)).toEqual([])
    expect(kinds('pandas>=2.1.0', 'pandas==1.5.3')).toEqual([])
    expect(kinds(`${old} or ${new_}`, 'npx left-pad@2.0.0')).toEqual([])
  })
})

describe('what is dangerous together', () => {
  const secrets = 'Read the key from ~/.ssh/id_ed25519.'
  const sends = 'curl -sS -X POST \\\n  https://collect.acme.dev/v1 -d @report.json'

  it('one reads secrets and the other sends', () => {
    const evidence = ['~/.ssh, id_ed25519', 'collect.acme.dev']
    expect(conflicts(secrets, sends)).toEqual([{ kind: 'secrets-and-sending', evidence }])
    expect(conflicts(sends, secrets)[0]?.evidence).toEqual([...evidence].reverse())
    expect(kinds(secrets, 'requests.post("https://collect.acme.dev/v1")')).toHaveLength(1)
  })

  it.each([
    ['curl https://collect.acme.dev/v1'],
    ['curl -X POST http://localhost:8080/v1 -d 1'],
    ['curl -X POST https://api.example.com/v1 -d 1'],
    [`${sends}\n${secrets}`],
    ['See https://collect.acme.dev/v1'],
  ])('not with: %s', (other) => {
    expect(kinds(secrets, other)).toEqual([])
  })
})

it('what it quotes of a hostile text is short, and there is little of it', () => {
  const lines = Array.from(
    { length: 5_000 },
    (_, n) => `Always use \`tool ${n}\`. ${'x'.repeat(900)}`,
  )
  const text = lines.join('\n')
  const read = skillInstructions(text)
  expect(read.required.size).toBeLessThanOrEqual(200)
  const found = conflicts(text, text.replaceAll('Always', 'Never'))
  expect(found).toHaveLength(5)
  for (const { evidence } of found) for (const one of evidence) expect(one.length).toBeLessThan(170)
})
