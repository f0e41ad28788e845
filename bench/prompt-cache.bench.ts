import { createHash } from 'node:crypto'
import {
  library,
  type ModelRequest,
  observations,
  type Sha256,
  type UserId,
} from '@repertoire/core'
import {
  type AgentHarness,
  createAgentHarness,
  createScriptedModel,
  packageArrival,
  resultsSinceUserMessage,
} from '@repertoire/core/testing'
import { syntheticSkill } from './corpus.ts'
import type { Table } from './table.ts'

const turns = 30
const skillCount = 120
const shownTurns = [2, 5, 10, 11, 15, 20, 21, 25, 30]
/** Turns in which the agent notes something about the person, and somebody adds a skill. */
const notedIn = 10
const addedIn = 20
const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')

/**
 * How much of each prompt is the same, from its first byte, as the prompt before: what a provider's prompt cache
 * can give back. A conversation on the real loop; each turn the agent reads one skill and answers.
 */
export async function benchPromptCache(): Promise<readonly Table[]> {
  const quiet = await talk({ changes: false })
  const busy = await talk({ changes: true })
  const measured = [
    ['Repertoire', sharesOf(quiet)],
    [`Repertoire, a note in turn ${notedIn}, a skill more in turn ${addedIn}`, sharesOf(busy)],
    ['the list by last use, as a naive peer writes it', sharesOf(quiet.map(byLastUse))],
  ] as const
  return [
    {
      title: 'Prompt cache: share of the prompt that is the same from its first byte',
      note: `${turns} turns with ${skillCount} skills listed, the mean of a turn's two model calls, in percent of bytes of tools, system prompt and messages.`,
      columns: ['prompt', ...shownTurns.map((turn) => `turn ${turn}`), 'whole conversation'],
      rows: measured.map(([name, shares]) => [
        name,
        ...shownTurns.map((turn) => percent(ofTurn(shares, turn))),
        percent(shares),
      ]),
    },
    {
      title: 'Prompt cache: what has to be read anew',
      columns: ['prompt', 'model calls', 'MB sent', 'MB read anew'],
      rows: measured.map(([name, shares]) => {
        const sent = sum(shares.map(({ bytes }) => bytes))
        const same = sum(shares.map(({ same }) => same))
        return [name, shares.length + 1, megabytes(sent), megabytes(sent - same)]
      }),
    },
  ]
}

interface Asked {
  readonly turn: number
  readonly request: ModelRequest
}

/** Every model call of the conversation. */
async function talk({ changes }: { readonly changes: boolean }): Promise<readonly Asked[]> {
  const asked: Asked[] = []
  let turn = 0
  const model = createScriptedModel((request) => {
    asked.push({ turn, request: structuredClone({ ...request, signal: undefined }) as never })
    if (resultsSinceUserMessage(request) > 0) {
      return { text: `About ${turn}: ${'what the skill says, in short. '.repeat(20)}` }
    }
    const reading = { id: `read_${turn}`, name: 'read_skill', input: { name: slugOf(turn * 3) } }
    const input = { operation: 'append', content: 'Timezone: US Eastern' }
    const noting = { id: 'note', name: 'edit_system_prompt', input }
    return { toolCalls: changes && turn === notedIn ? [reading, noting] : [reading] }
  })
  const harness = await createAgentHarness({
    model,
    sha256,
    toolsets: [library, observations],
    skills: Array.from({ length: skillCount }, (_, index) => skillAt(index)),
  })
  for (turn = 1; turn <= turns; turn += 1) {
    if (changes && turn === addedIn) await addSkill(harness)
    const run = await harness.say(
      `Question ${turn}: how do we do what number ${turn * 3} is about?`,
    )
    const outcome = await harness.work(run, { fresh: true })
    if (outcome !== 'over') throw new Error(`turn ${turn}: ${outcome}`)
  }
  return asked
}

const slugOf = (index: number) => `skill-${String(index).padStart(3, '0')}`

function skillAt(index: number) {
  const { description, tags, body } = syntheticSkill(index)
  const frontmatter = `name: ${slugOf(index)}\ndescription: ${JSON.stringify(description.slice(0, 60))}\ntags: ${JSON.stringify(tags)}`
  const arrival = packageArrival({ frontmatter, body: body.slice(0, 2_000) }, sha256)
  return { ...arrival, origin: { ...arrival.origin, provenance: 'authored' as const } }
}

async function addSkill({ tenant }: AgentHarness): Promise<void> {
  const added = { ...skillAt(skillCount), author: 'usr_1' as UserId }
  await tenant.skills.save([added], 'create')
}

/** The same prompt with the list of skills by last use, newest first: each use moves a line. */
function byLastUse({ turn, request }: Asked): Asked {
  const calls = request.messages.flatMap((one) => (one.role === 'assistant' ? one.toolCalls : []))
  const used = calls.flatMap(({ input }) => `- ${(input as { name?: string }).name ?? ''}:`)
  const system = request.system.map((block) => {
    if (!block.startsWith('## Available Skills')) return block
    const [heading = '', ...lines] = block.split('\n')
    const lastUse = (line: string) => used.findLastIndex((start) => line.startsWith(start))
    return [heading, ...lines.toSorted((a, b) => lastUse(b) - lastUse(a))].join('\n')
  })
  return { turn, request: { ...request, system } }
}

interface Share {
  readonly turn: number
  readonly bytes: number
  /** Of them, from the first on, those that stood in the prompt before. */
  readonly same: number
}

function sharesOf(asked: readonly Asked[]): readonly Share[] {
  const prompts = asked.map(({ turn, request }) => ({ turn, bytes: bytesOf(request) }))
  return prompts.slice(1).map(({ turn, bytes }, index) => {
    const before = prompts[index]!.bytes
    let same = 0
    while (same < bytes.length && bytes[same] === before[same]) same += 1
    return { turn, bytes: bytes.length, same }
  })
}

/** In the order providers read it. */
function bytesOf({ tools, system, messages }: ModelRequest): Buffer {
  const parts = [JSON.stringify(tools), ...system, ...messages.map((one) => JSON.stringify(one))]
  return Buffer.from(parts.join('\n\n'))
}

function ofTurn(shares: readonly Share[], wanted: number): readonly Share[] {
  return shares.filter(({ turn }) => turn === wanted)
}

function percent(shares: readonly Share[]): string {
  const bytes = sum(shares.map((share) => share.bytes))
  return ((100 * sum(shares.map(({ same }) => same))) / bytes).toFixed(1)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2)
}
