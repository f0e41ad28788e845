import type { ActOnBody } from '@repertoire/client'

type Entry = ActOnBody['entries'][number]
type Skill = Entry['skills'][number]
type Retest = NonNullable<ActOnBody['retest']>
type Comparison = NonNullable<Skill['models']>

const kinds: Readonly<Record<Entry['kind'], (skill: Skill) => string>> = {
  worse_with_model: ({ models }) => (models ? comparisonText(models) : 'worse'),
  conflicting: ({ with: others = [] }) => `does not go with ${others.join(', ')}`,
  drifted: ({ drift = [] }) => drift.map((reason) => reason.replaceAll('-', ' ')).join(', '),
  near_duplicates: ({ with: others = [] }) => `nearly the same as ${others.join(', ')}`,
  over_budget: ({ count, of }) => `${count} of ${of} characters`,
  thumbs_down: ({ count, of }) => `${count} of ${of} thumbs are down`,
  failing_tools: ({ count, of }) => `${count} of ${of} calls failed`,
  never_taken: ({ count }) => `offered ${count} times, never taken`,
  never_used: ({ of }) => `not used, offered ${of} times`,
}

const ends: Readonly<Record<NonNullable<Retest['end']>, string>> = {
  finished: 'finished',
  'over-cost': 'stopped at its cost ceiling',
  'cost-unknown': 'not run: a model has no price, so no ceiling would hold',
  off: 'not run: it is turned off',
  unchanged: 'not run: the model was changed back',
  'model-gone': 'not run: a model is gone',
  superseded: 'ended: the model changed again',
  failed: 'failed',
}

/** Not yet safe for a terminal: names and slugs are untrusted. */
export function actOnLines({ entries, retest }: ActOnBody): readonly string[] {
  const lines = entries.flatMap(({ kind, skills, total }) => [
    ...skills.map((skill) => `${kind}  ${skill.slug}  ${kinds[kind](skill)}`),
    ...(total > skills.length ? [`${kind}  and ${total - skills.length} more`] : []),
  ])
  const all = [...lines, ...(retest ? retestLines(retest) : [])]
  return all.length === 0 ? ['Nothing stands out in these days.'] : all
}

/** Not yet safe for a terminal, as above. */
export function retestLines({
  end,
  spent,
  max_cost: max,
  untried,
  skills,
}: Retest): readonly string[] {
  const cost = end === null ? '' : `, cost ${spent ?? 'unknown'} of at most ${max}`
  const left = untried > 0 ? `, ${untried} skills not tried` : ''
  return [
    `tests after a change of model  ${end === null ? 'waiting or running' : ends[end]}${cost}${left}`,
    ...skills.map(({ slug, problem, models }) => `  ${slug}  ${problem ?? comparisonText(models)}`),
  ]
}

function comparisonText(models: Comparison): string {
  const { before, after, pairs, difference, low, high, verdict } = models
  const passes = `${before.count} of ${before.n} → ${after.count} of ${after.n} passes with ${models.model_after}`
  if (verdict === 'too-few') return `too few to say: ${passes} (${pairs} pairs)`
  const points = (share: number | null) => `${Math.round((share ?? 0) * 100)}`
  const interval = `${points(difference)} points (${points(low)} to ${points(high)}, ${pairs} pairs)`
  return `${verdict.replaceAll('-', ' ')}: ${passes}, ${interval}`
}
