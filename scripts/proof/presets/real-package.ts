import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeSkillZip } from '@repertoire/skill-md/zip'
import type { Api } from '../api.ts'
import { packageApi } from '../packages/package-api.ts'
import type { ScriptedProvider } from '../portable/scripted-provider.ts'
import { codesOf, lastPrompt, openConversation, play } from './played-conversation.ts'

/** A package with a reference and a script, as an author publishes it. */
const files = {
  'SKILL.md':
    '---\nname: loan-schedule\ndescription: Compute the repayment schedule of a loan.\n---\nRead references/rounding.md, then run scripts/schedule.py with amount, rate and months.\n',
  'references/rounding.md': 'Round half up, to the cent.\n',
  'scripts/schedule.py':
    'import sys\namount, rate, months = float(sys.argv[1]), float(sys.argv[2]) / 1200, int(sys.argv[3])\npayment = amount * rate / (1 - (1 + rate) ** -months)\nopen("/workspace/schedule.txt", "w").write(f"{payment:.2f}\\n")\nprint(f"monthly {payment:.2f}")\n',
}

interface DefaultAgent {
  readonly api: Api
  readonly url: string
  readonly key: string
  readonly provider: ScriptedProvider
}

/** The default agent finds, enables, reads, runs and proposes a change of a real package. */
export async function proveRealPackage(
  { api, url, key, provider }: DefaultAgent,
  report: (promise: string) => void,
): Promise<void> {
  if (spawnSync('bwrap', ['--version']).status !== 0) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', 'bubblewrap is not installed')
    report('skipped: a package with a script (bubblewrap is not installed)')
    return
  }
  const entries = Object.entries(files).map(([path, text]) => ({
    ...{ path, bytes: new TextEncoder().encode(text), executable: false },
  }))
  await packageApi(url, key).importPackage(writeSkillZip('loan-schedule', entries), 'loan.zip')
  const conversation = await openConversation(api)
  const args = ['10000', '6', '24']
  const outcomes = await play(api, conversation, [
    ['search_skills', { query: 'repayment schedule of a loan' }],
    ['enable_skill', { skill_slug: 'loan-schedule' }],
    ['read_skill_file', { name: 'loan-schedule', path: 'references/rounding.md' }],
    ['run_skill_script', { skill_name: 'loan-schedule', script_name: 'scripts/schedule.py', args }],
    ['read_file', { path: 'schedule.txt' }],
    [
      'save_skill',
      {
        ...{ name: 'loan-check', description: 'Check a schedule.' },
        instructions: 'Compare with the bank.',
      },
    ],
  ])
  assert.deepEqual(codesOf(outcomes), [
    ...['search_skills ok', 'enable_skill ok', 'read_skill_file ok', 'run_skill_script ok'],
    ...['read_file ok', 'save_skill ok'],
  ])
  assert.match(JSON.stringify(outcomes[1]?.output), /scripts\/schedule\.py/)
  assert.match(JSON.stringify(outcomes[3]?.output), /monthly 443\.21/)
  assert.match(JSON.stringify(outcomes[4]?.output), /443\.21/)
  assert.match(lastPrompt(provider), /<skill name="loan-schedule">/)
  const { items } = await api.get<{ items: { slug: string; status: string }[] }>('/proposals')
  assert.deepEqual(
    items.map(({ slug, status }) => `${slug} ${status}`),
    ['loan-check pending'],
  )
  report('default: finds a package, enables it, reads its file, runs its script, proposes a skill')
}
