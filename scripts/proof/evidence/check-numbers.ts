import assert from 'node:assert/strict'
import type { Api } from '../api.ts'
import { type SkillEffect, seededSkills, tooLongSlug } from './seeded-skills.ts'

type Report = (promise: string) => void

interface Rate {
  readonly count: number
  readonly n: number
  readonly low: number | null
  readonly high: number | null
  readonly too_few: boolean
}

interface Numbers {
  readonly activations: { readonly total: number }
  readonly offered: number
  readonly thumbs: Rate
  readonly tool_failures: Rate
  readonly runs: { readonly completed: number }
}

/** The parts of the answers that are checked. */
interface StatsBody {
  readonly totals: Numbers
  readonly groups: readonly { readonly name: string | null; readonly numbers: Numbers }[]
}

interface ActOnBody {
  readonly entries: readonly {
    readonly kind: string
    readonly skills: readonly {
      readonly slug: string
      readonly count: number
      readonly of: number
    }[]
  }[]
}

const slugsOf = (...behaviours: readonly SkillEffect[]) =>
  seededSkills.filter(({ behaviour }) => behaviours.includes(behaviour)).map(({ slug }) => slug)

/** Each skill has exactly the numbers that were planted, as they were projected and again when they are made anew. */
export async function checkNumbers(api: Api, perSkill: number, report: Report): Promise<void> {
  const projected = await waitForStats(api, seededSkills.length * perSkill + 1)
  for (const { slug, behaviour } of seededSkills) {
    const numbers = projected.groups.find(({ name }) => name === slug)?.numbers
    assert.ok(numbers, `${slug} has numbers`)
    const taken = behaviour === 'ignored' ? 0 : perSkill
    assert.equal(numbers.activations.total, taken, `${slug} activated`)
    assert.ok(numbers.offered >= perSkill, `${slug} offered ${numbers.offered} times`)
    const { count, n, too_few: tooFew, low, high } = numbers.thumbs
    const up = behaviour === 'liked' ? perSkill : 0
    const all = behaviour === 'disliked' ? perSkill : up
    assert.deepEqual([count, n], [up, all], `${slug} thumbs`)
    if (all >= 10) assert.ok(!tooFew && low !== null && high !== null && low < high)
    const failures = behaviour === 'failing' ? perSkill : 0
    assert.equal(numbers.tool_failures.count, failures, `${slug} failures`)
  }
  report('each skill has exactly the activations, thumbs and failures that were planted')
  await api.send('POST', '/stats/reindex')
  assert.deepEqual(await api.get('/stats?period=30d'), projected)
  report('made again from the logs, the numbers are the same')
}

/** The numbers come some seconds after the turns. */
async function waitForStats(api: Api, runs: number): Promise<StatsBody> {
  const deadline = Date.now() + 60_000
  const thumbs = slugsOf('liked', 'disliked').length
  for (;;) {
    const stats = await api.get<StatsBody>('/stats?period=30d')
    const { runs: counted, thumbs: rated } = stats.totals
    const isWhole = counted.completed === runs && rated.n >= (thumbs * (runs - 1)) / 20
    if (isWhole) return stats
    if (Date.now() > deadline) assert.fail(`of ${runs} runs ${JSON.stringify(counted)} are counted`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The list names the planted skills, each for what was planted, and no other. */
export async function checkActOn(api: Api, perSkill: number, report: Report): Promise<void> {
  const { entries } = await api.get<ActOnBody>('/stats/act-on?period=30d')
  const found = (kind: string) => entries.find((entry) => entry.kind === kind)?.skills ?? []
  const names = (kind: string) =>
    found(kind)
      .map(({ slug }) => slug)
      .sort()
  assert.deepEqual(names('thumbs_down'), slugsOf('disliked').sort())
  assert.deepEqual(names('failing_tools'), slugsOf('failing').sort())
  assert.deepEqual(names('never_taken'), slugsOf('ignored').sort())
  assert.deepEqual(names('over_budget'), [tooLongSlug])
  assert.ok(found('thumbs_down').every(({ count, of }) => count === perSkill && of === perSkill))
  report('act on: disliked, failing, never taken and over the budget are those planted, no other')
}
