import {
  defaultRoutingSettings,
  documentRoutingSettings,
  type RoutingServices,
  type RoutingSettings,
  routeTurn,
} from '@repertoire/core'
import { type JudgedSkill, judgedSkills, testedMessages } from './corpus.ts'
import { routedStore, turnOf } from './routed-store.ts'
import { printTable, type Table } from './table.ts'

const { table } = defaultRoutingSettings

/** What a catalogue of twenty lines is filled with. */
const ways: readonly (readonly [string, RoutingSettings])[] = [
  ['score table, without derived keywords', documentRoutingSettings],
  ['score table', { ...documentRoutingSettings, table }],
  [
    'score table, ties by search',
    { table, signalSlots: 20, searchSlots: 0, searchBreaksTies: true },
  ],
  ['10 by score table + 10 by search', defaultRoutingSettings],
  ['search', { table, signalSlots: 0, searchSlots: 20, searchBreaksTies: true }],
]

interface Asked {
  readonly slug: string
  readonly message: string
}

/** Whether the right skill is offered, on public skills that name no keywords of their own. */
export async function benchRoutingQuality(): Promise<readonly Table[]> {
  const judged = judgedSkills()
  const whole = judgedSkills({ whole: true })
  const withheld = judged.flatMap(({ skill, trigger }) =>
    trigger === null ? [] : [{ slug: skill.slug, message: trigger }],
  )
  const title = 'Routing: is the right skill offered'
  const about = `${judged.length} public skills, keywords derived. A skill that a near-duplicate stands for counts as missed.`
  return [
    {
      title: `${title} for its own trigger sentence?`,
      note: `${about} Asked with the sentence of the description that says when to use the skill, which is withheld from all else.`,
      ...(await measureAll(judged, withheld)),
    },
    {
      title: `${title} for the messages its author tests it with?`,
      note: `${about} Asked with the prompts of evals/evals.json; nothing is withheld.`,
      ...(await measureAll(whole, testedMessages())),
    },
  ]
}

async function measureAll(
  judged: readonly JudgedSkill[],
  asked: readonly Asked[],
): Promise<Pick<Table, 'columns' | 'rows'>> {
  const columns = ['catalogue of 20', 'messages', 'among the 20 (%)', 'first 5 (%)', 'first (%)']
  if (asked.length === 0) {
    return { columns, rows: [['skipped: ../shared/data/skills is not there']] }
  }
  const services = await routedStore(judged.map(({ skill }) => skill))
  const rows: (string | number)[][] = []
  for (const [label, settings] of ways) {
    rows.push([label, ...(await measure(services, asked, settings))])
  }
  return { columns, rows }
}

async function measure(
  services: RoutingServices,
  asked: readonly Asked[],
  settings: RoutingSettings,
): Promise<(string | number)[]> {
  const places: number[] = []
  for (const { slug, message } of asked) {
    const { entries } = await routeTurn(services, turnOf(message, settings))
    places.push(entries.findIndex((entry) => entry.skill.slug === slug))
  }
  const share = (lines: number): string => {
    const there = places.filter((place) => place !== -1 && place < lines)
    return ((100 * there.length) / places.length).toFixed(1)
  }
  return [places.length, share(20), share(5), share(1)]
}

if (import.meta.main) for (const one of await benchRoutingQuality()) printTable(one)
