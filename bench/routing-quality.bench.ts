import {
  defaultRoutingSettings,
  documentRoutingSettings,
  type RoutingServices,
  type RoutingSettings,
  routeTurn,
} from '@repertoire/core'
import { type JudgedSkill, judgedSkills } from './corpus.ts'
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

/** Whether the right skill is offered, on public skills that name no keywords of their own. */
export async function benchRoutingQuality(): Promise<readonly Table[]> {
  const judged = judgedSkills()
  const rows: (string | number)[][] = []
  if (judged.length === 0) rows.push(['skipped: ../shared/data/skills is not there'])
  else {
    const services = await routedStore(judged.map(({ skill }) => skill))
    for (const [label, settings] of ways)
      rows.push([label, ...(await measure(services, judged, settings))])
  }
  return [
    {
      title: 'Routing: is the right skill offered?',
      note: `${judged.length} public skills; asked with the sentence of the description that says when to use the skill, which is withheld from all else. Keywords are derived from what is left. A skill that a near-duplicate stands for counts as missed.`,
      columns: ['catalogue of 20', 'messages', 'among the 20 (%)', 'first 5 (%)', 'first (%)'],
      rows,
    },
  ]
}

async function measure(
  services: RoutingServices,
  judged: readonly JudgedSkill[],
  settings: RoutingSettings,
): Promise<(string | number)[]> {
  const places: number[] = []
  for (const { skill, trigger } of judged) {
    if (trigger === null) continue
    const { entries } = await routeTurn(services, turnOf(trigger, settings))
    places.push(entries.findIndex((entry) => entry.skill.slug === skill.slug))
  }
  const share = (lines: number): string => {
    const there = places.filter((place) => place !== -1 && place < lines)
    return ((100 * there.length) / places.length).toFixed(1)
  }
  return [places.length, share(20), share(5), share(1)]
}

if (import.meta.main) for (const one of await benchRoutingQuality()) printTable(one)
