import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeSkillZip } from '@repertoire/skill-md/zip'
import type { Api } from '../api.ts'
import { packageApi } from '../packages/package-api.ts'
import type { ScriptedProvider } from '../portable/scripted-provider.ts'
import { codesOf, lastPrompt, openConversation, play } from './played-conversation.ts'

/** A package with a reference, a script and a requirement, as an author publishes it. */
const files = {
  'SKILL.md':
    '---\nname: loan-schedule\ndescription: Compute the repayment schedule of a loan.\n---\nRead references/rounding.md, then run scripts/schedule.py with amount, rate and months.\n',
  'references/rounding.md': 'Round half up, to the cent.\n',
  'scripts/schedule.py':
    'import sys\nfrom tinyround import cents\namount, rate, months = float(sys.argv[1]), float(sys.argv[2]) / 1200, int(sys.argv[3])\npayment = amount * rate / (1 - (1 + rate) ** -months)\nopen("/workspace/schedule.txt", "w").write(cents(payment) + "\\n")\nprint("monthly", cents(payment))\n',
  'requirements.txt': 'tinyround>=1\n',
}

/** What the package needs. */
export const requiredModule = {
  name: 'tinyround',
  text: 'def cents(amount): return f"{amount:.2f}"\n',
}

interface DefaultAgent {
  readonly api: Api
  readonly url: string
  readonly key: string
  readonly provider: ScriptedProvider
}

/** The default agent finds, enables, reads, runs with its packages and proposes a change of a real package. */
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
  const zip = writeSkillZip('loan-schedule', entries)
  const id = await packageApi(url, key).importPackage(zip, 'loan.zip')
  assert.equal(await packageStatus(api, id), 'needs-approval')
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
  assert.equal(await packageStatus(api, id), 'installed')
  const asked = await api.get<{ items: { type: string; status: string }[] }>('/approvals')
  assert.deepEqual(
    asked.items
      .map(({ type, status }) => `${type} ${status}`)
      .filter((one) => one.startsWith('package')),
    ['package_installation approved'],
  )
  const { items } = await api.get<{ items: { slug: string; state: string }[] }>(
    '/reviews?kind=proposal',
  )
  assert.deepEqual(
    items.map(({ slug, state }) => `${slug} ${state}`),
    ['loan-check held'],
  )
  report(
    'default: finds a package, enables it, reads its file, runs its script with the approved package, proposes a skill',
  )
}

async function packageStatus(api: Api, skillId: string): Promise<string | undefined> {
  const path = `/skills/${skillId}/requirements`
  const { items } = await api.get<{ items: { status: string }[] }>(path)
  return items[0]?.status
}
