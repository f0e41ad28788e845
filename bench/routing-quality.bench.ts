import { type RoutingServices, routeTurn } from '@repertoire/core/choose'
import {
  defaultRoutingSettings,
  defaultScoreTable,
  documentRoutingSettings,
  type RoutingSettings,
} from '@repertoire/core/domain'
import { authorTestMessages, type TestedSkill, testedSkills } from './corpus.ts'
import { createRoutingServices, turnOf } from './routing-services.ts'
import { printTable, type Table } from './table.ts'

const table = defaultScoreTable

/** Ways to fill a catalogue of twenty lines. */
const variants: readonly (readonly [string, RoutingSettings])[] = [
  ['score table', documentRoutingSettings],
  [
    'score table, ties by search',
    { table, signalSlots: 20, searchSlots: 0, searchBreaksTies: true },
  ],
  ['10 by score table + 10 by search', defaultRoutingSettings],
  ['search', { table, signalSlots: 0, searchSlots: 20, searchBreaksTies: true }],
]

interface LabelledMessage {
  readonly slug: string
  readonly message: string
}

/** Whether the right skill is offered, over public skills without keywords of their own. */
export async function benchRoutingQuality(): Promise<readonly Table[]> {
  const labelled = testedSkills()
  const withTrigger = testedSkills({ withTrigger: true })
  const triggerMessages = labelled.flatMap(({ skill, trigger }) =>
    trigger === null ? [] : [{ slug: skill.slug, message: trigger }],
  )
  const title = 'Routing: is the right skill offered'
  const about = `${labelled.length} public skills, most of them without keywords. A skill hidden behind a near-duplicate counts as missed.`
  return [
    {
      title: `${title} for its own trigger sentence?`,
      note: `${about} Each message is the sentence of the description that tells when to use the skill, which is withheld from everything else.`,
      ...(await measureAll(labelled, triggerMessages)),
    },
    {
      title: `${title} for the messages its author tests it with?`,
      note: `${about} The messages are the prompts of evals/evals.json; nothing is withheld.`,
      ...(await measureAll(withTrigger, authorTestMessages())),
    },
  ]
}

async function measureAll(
  labelled: readonly TestedSkill[],
  messages: readonly LabelledMessage[],
): Promise<Pick<Table, 'columns' | 'rows'>> {
  const columns = ['catalogue of 20', 'messages', 'among the 20 (%)', 'first 5 (%)', 'first (%)']
  if (messages.length === 0) {
    return { columns, rows: [['skipped: no ../shared/data/skills']] }
  }
  const services = await createRoutingServices(labelled.map(({ skill }) => skill))
  const rows: (string | number)[][] = []
  for (const [label, settings] of variants) {
    rows.push([label, ...(await measure(services, messages, settings))])
  }
  return { columns, rows }
}

async function measure(
  services: RoutingServices,
  messages: readonly LabelledMessage[],
  settings: RoutingSettings,
): Promise<(string | number)[]> {
  const ranks: number[] = []
  for (const { slug, message } of messages) {
    const { entries } = await routeTurn(services, turnOf(message, settings))
    ranks.push(entries.findIndex((entry) => entry.skill.slug === slug))
  }
  const share = (limit: number): string => {
    const found = ranks.filter((rank) => rank !== -1 && rank < limit)
    return ((100 * found.length) / ranks.length).toFixed(1)
  }
  return [ranks.length, share(20), share(5), share(1)]
}

if (import.meta.main) for (const one of await benchRoutingQuality()) printTable(one)
