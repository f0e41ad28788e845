import { createHash } from 'node:crypto'
import type { Sha256 } from '@repertoire/core/base'
import {
  createAgentHarness,
  createScriptedModel,
  ingestedPackage,
  resultsSinceUserMessage,
} from '@repertoire/core/testing'
import { library } from '@repertoire/core/use'
import { syntheticSkill } from './corpus.ts'
import type { Table } from './table.ts'

const runs = [
  { skills: 40, steps: 50 },
  { skills: 40, steps: 500 },
  { skills: 500, steps: 50 },
]
const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')

/**
 * What the loop itself takes of a step, and how that grows with the run and with the library that its prompt lists: a
 * model that answers at once reads one skill in every step, over the in-memory store.
 */
export async function benchLongRun(): Promise<readonly Table[]> {
  await timeRun({ skills: 40, steps: 50 })
  const rows: string[][] = []
  for (const run of runs) {
    const { cpuMs, lastTenth } = await timeRun(run)
    const each = [(cpuMs / run.steps).toFixed(2), lastTenth.toFixed(2)]
    rows.push([String(run.skills), String(run.steps), cpuMs.toFixed(0), ...each])
  }
  return [
    {
      title: 'Long runs: processor time of the loop',
      note: 'One run over the in-memory store; in every step the model reads one of the skills.',
      columns: ['skills', 'steps', 'whole run, ms', 'a step, ms', 'a step of the last tenth, ms'],
      rows,
    },
  ]
}

async function timeRun({ skills, steps }: (typeof runs)[number]) {
  const marks: number[] = []
  const model = createScriptedModel((request) => {
    const done = resultsSinceUserMessage(request)
    marks.push(cpuNow())
    if (done >= steps - 1) return { text: 'Done.' }
    const name = slugOf(done % skills)
    return { toolCalls: [{ id: `read_${done}`, name: 'read_skill', input: { name } }] }
  })
  const harness = await createAgentHarness({
    model: { ...model, contextTokens: 10_000_000 },
    sha256,
    toolsets: [library],
    skills: Array.from({ length: skills }, (_, index) => skillAt(index)),
  })
  const ports = { limits: { ...harness.ports.limits, steps: steps + 1 } }
  const run = await harness.say('Read every skill, one after the other.')
  const began = cpuNow()
  const outcome = await harness.work(run, { fresh: true, ports })
  if (outcome !== 'over' || marks.length !== steps)
    throw new Error(`${outcome} after ${marks.length} of ${steps} steps`)
  const tenth = Math.round(steps / 10)
  const lastTenth = (marks.at(-1)! - marks.at(-1 - tenth)!) / tenth
  return { cpuMs: cpuNow() - began, lastTenth }
}

/** Milliseconds of this process, so that other work on the machine does not count. */
function cpuNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const slugOf = (index: number) => `skill-${String(index).padStart(3, '0')}`

function skillAt(index: number) {
  const { description, tags } = syntheticSkill(index)
  const frontmatter = `name: ${slugOf(index)}\ndescription: ${JSON.stringify(description.slice(0, 60))}\ntags: ${JSON.stringify(tags)}`
  const arrival = ingestedPackage({ frontmatter, body: `# ${slugOf(index)}\n\nDo it.` }, sha256)
  return { ...arrival, origin: { ...arrival.origin, provenance: 'authored' as const } }
}
