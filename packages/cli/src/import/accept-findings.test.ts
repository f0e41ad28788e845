import { Command } from 'commander'
import { expect, it } from 'vitest'
import { withAcceptCommand } from './accept-findings.ts'
import { localProblem } from './import-outcome.ts'

const digest = `sha256:${'a'.repeat(64)}`
const hint = 'To go on, send it again with acknowledged_findings.'

/** What is printed after `import` with these arguments. */
function hintAfter(given: readonly string[], details: Record<string, unknown> = {}) {
  const command = new Command('import')
    .argument('<paths...>')
    .option('--scope <scope>', '', 'org')
    .option('--overwrite')
    .option('--key <key>')
    .option('--acknowledge-findings <digests...>')
    .action(() => undefined)
    .parse(given, { from: 'user' })
  const problem = { code: 'skill.findings-unacknowledged', message: 'Not taken.', hint }
  const refused = localProblem('x', { ...problem, details: { digest, ...details } })
  return withAcceptCommand(refused, command).problem?.hint
}

it('the command repeats what was given, quoted for a shell, without the key', () => {
  expect(hintAfter(["my skill's", 'b', '--overwrite', '--scope', 'user', '--key', 'rep_1'])).toBe(
    `Read the findings. To take it, run: repertoire import 'my skill'\\''s' b --scope user --overwrite --acknowledge-findings ${digest}`,
  )
  expect(hintAfter(['a', '--acknowledge-findings', 'sha256:other'])).toMatch(
    new RegExp(`: repertoire import a --acknowledge-findings ${digest}$`),
  )
})

it('says who may, and names no command with what is no digest', () => {
  const owner = hintAfter(['a'], { needed_role: 'owner' })
  expect(owner).toContain('Only an owner may take it, with: repertoire import a ')
  expect(hintAfter(['a'], { digest: 'x; rm -rf ~' })).toBe(hint)
})
