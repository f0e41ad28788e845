import assert from 'node:assert/strict'
import type { Api } from '../api.ts'
import { approve, beginTurn, takeTurn, type WaitingTurn } from './turns.ts'

/** So many turns wait for their answer, so that another server may be asked to go on. */
const turnsWaiting = 3

/** What a client wrote, to be found again. */
export interface Written {
  readonly slugs: readonly string[]
  /** Conversations with one turn that ended at once. */
  readonly turns: readonly string[]
  /** Conversations with one turn that was approved. */
  readonly approved: readonly string[]
}

export interface BusyClient {
  /** Ends after the request on the way. */
  stop(): Promise<Written>
  readonly failures: readonly string[]
}

/** Sends one request after the other, of each kind in turn, and repeats none. */
export function startBusyClient(api: Api): BusyClient {
  const work = createWork(api)
  const failures: string[] = []
  let isStopped = false
  const attempt = (name: string, act: () => Promise<unknown>) =>
    act().catch((error: unknown) => failures.push(`${name}: ${error}`))
  async function workOn() {
    for (let round = 0; !isStopped; round += 1) {
      for (const [name, act] of Object.entries(work.kinds(round))) await attempt(name, act)
    }
    for (const turn of work.waiting.splice(0)) await attempt('answer', () => work.answer(turn))
  }
  const working = workOn()
  return {
    failures,
    stop: async () => {
      isStopped = true
      await working
      return work.written
    },
  }
}

function createWork(api: Api) {
  const written = { slugs: [] as string[], turns: [] as string[], approved: [] as string[] }
  const waiting: WaitingTurn[] = []
  const answer = async (turn: WaitingTurn) => {
    await approve(turn, api, api)
    written.approved.push(turn.conversationId)
  }
  const kinds = (round: number) => ({
    read: () => api.get('/skills?limit=5'),
    write: async () => written.slugs.push(await writeSkill(api, `note-${round}`)),
    search: () => finds(api, `note-${round}`),
    turn: async () => written.turns.push(await takeTurn(api)),
    ask: async () => waiting.push(await beginTurn(api)),
    answer: async () => {
      const turn = waiting.length > turnsWaiting ? waiting.shift() : undefined
      if (turn) await answer(turn)
    },
  })
  return { written, waiting, answer, kinds }
}

/** Its text has a word that no other one has. Returns its slug. */
export async function writeSkill(api: Api, slug: string): Promise<string> {
  const head = `---\nname: ${slug}\ndescription: Use for ${slug}.\n---\n`
  const content = `${head}# ${slug}\n\nSay ${wordOf(slug)}.\n`
  return (await api.send<{ slug: string }>('POST', '/skills', { content })).slug
}

export async function finds(api: Api, slug: string): Promise<void> {
  const { items } = await api.get<{ items: readonly { slug: string }[] }>(
    `/skills?q=${wordOf(slug)}`,
  )
  assert.deepEqual(
    items.map((item) => item.slug),
    [slug],
  )
}

/** Far enough from each other that none is a misspelling of another one. */
function wordOf(slug: string): string {
  return `zq${Buffer.from(slug).toString('hex')}zq`
}
