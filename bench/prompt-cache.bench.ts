import { createHash } from 'node:crypto'
import type { Sha256, UserId } from '@repertoire/core/base'
import type { ModelRequest } from '@repertoire/core/ports'
import {
  type AgentHarness,
  createAgentHarness,
  createScriptedModel,
  ingestedPackage,
  resultsSinceUserMessage,
} from '@repertoire/core/testing'
import { library, observations } from '@repertoire/core/use'
import { syntheticSkill } from './corpus.ts'
import type { Table } from './table.ts'

const turns = 30
const skillCount = 120
const reportedTurns = [2, 5, 10, 11, 15, 20, 21, 25, 30]
/** Turns in which the agent saves a memory, and a skill is added. */
const memoryTurn = 10
const skillAddedTurn = 20
const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')

/**
 * The share of each prompt that equals the previous prompt, counted from the first byte: what a provider's
 * prompt cache can reuse. A conversation on the real agent loop; each turn the agent reads one skill and
 * answers.
 */
export async function benchPromptCache(): Promise<readonly Table[]> {
  const undisturbed = await runConversation({ changes: false })
  const disturbed = await runConversation({ changes: true })
  const measured = [
    ['Repertoire', sharesOf(undisturbed)],
    [
      `Repertoire, a new memory in turn ${memoryTurn}, one more skill in turn ${skillAddedTurn}`,
      sharesOf(disturbed),
    ],
    [
      'the list sorted by last use, as in a naive implementation',
      sharesOf(undisturbed.map(byLastUse)),
    ],
  ] as const
  return [
    {
      title: 'Prompt cache: share of the prompt that equals the previous one from the first byte',
      note: `${turns} turns with ${skillCount} skills listed, mean of a turn's two model calls, in percent of the bytes of tools, system prompt and messages.`,
      columns: ['prompt', ...reportedTurns.map((turn) => `turn ${turn}`), 'whole conversation'],
      rows: measured.map(([name, shares]) => [
        name,
        ...reportedTurns.map((turn) => percent(ofTurn(shares, turn))),
        percent(shares),
      ]),
    },
    {
      title: 'Prompt cache: bytes not cached',
      columns: ['prompt', 'model calls', 'MB sent', 'MB not cached'],
      rows: measured.map(([name, shares]) => {
        const sent = sum(shares.map(({ bytes }) => bytes))
        const prefixBytes = sum(shares.map(({ prefixBytes }) => prefixBytes))
        return [name, shares.length + 1, megabytes(sent), megabytes(sent - prefixBytes)]
      }),
    },
  ]
}

interface ModelCall {
  readonly turn: number
  readonly request: ModelRequest
}

/** Returns every model call of the conversation. */
async function runConversation({
  changes,
}: {
  readonly changes: boolean
}): Promise<readonly ModelCall[]> {
  const modelCalls: ModelCall[] = []
  let turn = 0
  const model = createScriptedModel((request) => {
    modelCalls.push({ turn, request: structuredClone({ ...request, signal: undefined }) as never })
    if (resultsSinceUserMessage(request) > 0) {
      return { text: `About ${turn}: ${'what the skill says, in short. '.repeat(20)}` }
    }
    const readCall = { id: `read_${turn}`, name: 'read_skill', input: { name: slugOf(turn * 3) } }
    const input = { operation: 'append', content: 'Timezone: US Eastern' }
    const memoryCall = { id: 'note', name: 'edit_system_prompt', input }
    return { toolCalls: changes && turn === memoryTurn ? [readCall, memoryCall] : [readCall] }
  })
  const harness = await createAgentHarness({
    model,
    sha256,
    toolsets: [library, observations],
    skills: Array.from({ length: skillCount }, (_, index) => skillAt(index)),
  })
  for (turn = 1; turn <= turns; turn += 1) {
    if (changes && turn === skillAddedTurn) await addSkill(harness)
    const run = await harness.say(
      `Question ${turn}: how do we do what number ${turn * 3} is about?`,
    )
    const outcome = await harness.work(run, { fresh: true })
    if (outcome !== 'over') throw new Error(`turn ${turn}: ${outcome}`)
  }
  return modelCalls
}

const slugOf = (index: number) => `skill-${String(index).padStart(3, '0')}`

function skillAt(index: number) {
  const { description, tags, body } = syntheticSkill(index)
  const frontmatter = `name: ${slugOf(index)}\ndescription: ${JSON.stringify(description.slice(0, 60))}\ntags: ${JSON.stringify(tags)}`
  const arrival = ingestedPackage({ frontmatter, body: body.slice(0, 2_000) }, sha256)
  return { ...arrival, origin: { ...arrival.origin, provenance: 'authored' as const } }
}

async function addSkill({ tenant }: AgentHarness): Promise<void> {
  const added = { ...skillAt(skillCount), author: 'usr_1' as UserId }
  await tenant.skills.save([added], 'create')
}

/** The same prompt with the list of skills sorted by last use, newest first, so that each use moves a line. */
function byLastUse({ turn, request }: ModelCall): ModelCall {
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
  /** Length of the common prefix with the previous prompt. */
  readonly prefixBytes: number
}

function sharesOf(modelCalls: readonly ModelCall[]): readonly Share[] {
  const prompts = modelCalls.map(({ turn, request }) => ({ turn, bytes: bytesOf(request) }))
  return prompts.slice(1).map(({ turn, bytes }, index) => {
    const before = prompts[index]!.bytes
    let prefixBytes = 0
    while (prefixBytes < bytes.length && bytes[prefixBytes] === before[prefixBytes])
      prefixBytes += 1
    return { turn, bytes: bytes.length, prefixBytes }
  })
}

/** In the order in which providers read the parts. */
function bytesOf({ tools, system, messages }: ModelRequest): Buffer {
  const parts = [JSON.stringify(tools), ...system, ...messages.map((one) => JSON.stringify(one))]
  return Buffer.from(parts.join('\n\n'))
}

function ofTurn(shares: readonly Share[], selectedTurn: number): readonly Share[] {
  return shares.filter(({ turn }) => turn === selectedTurn)
}

function percent(shares: readonly Share[]): string {
  const bytes = sum(shares.map((share) => share.bytes))
  return ((100 * sum(shares.map(({ prefixBytes }) => prefixBytes))) / bytes).toFixed(1)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2)
}
