import { get as httpGet, type IncomingMessage } from 'node:http'
import { benchKey, type ServerUnderTest, startServerUnderTest } from '../server-under-test.ts'
import type { Table } from '../table.ts'
import { createConversation, request } from './requests.ts'
import type { LoadSizes } from './sizes.ts'

const atOnce = 50
/** Until memory and sockets of the opening have settled. */
const settleMs = 2_000

/** Open event streams of one conversation: their memory, and how long an event takes to reach all of them. */
export async function benchStreams({ streams }: LoadSizes): Promise<readonly Table[]> {
  const server = await startServerUnderTest()
  try {
    await pause()
    const before = server.memoryMb()
    const id = await createConversation(server)
    const open: IncomingMessage[] = []
    for (let start = 0; start < streams; start += atOnce) {
      const count = Math.min(atOnce, streams - start)
      open.push(...(await Promise.all(Array.from({ length: count }, () => openStream(server, id)))))
    }
    await pause()
    const after = server.memoryMb()
    const reached = open.map(firstEvent)
    const began = performance.now()
    await request(server, `/conversations/${id}/messages`, { text: 'Hello.' })
    const times = await Promise.all(reached)
    for (const stream of open) stream.destroy()
    return [
      {
        title: 'Load: open event streams',
        note: 'One server, SQLite, streams of one conversation. An event: from sending a message to its first event at the client.',
        columns: [
          'streams',
          'memory before · with them (MB)',
          'kB a stream',
          'first · last reached (ms)',
        ],
        rows: [
          [
            ...[streams, `${before} · ${after}`, (((after - before) * 1024) / streams).toFixed(1)],
            `${Math.round(Math.min(...times) - began)} · ${Math.round(Math.max(...times) - began)}`,
          ],
        ],
      },
    ]
  } finally {
    await server.stop()
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, settleMs))
}

function openStream({ url }: ServerUnderTest, id: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${benchKey}`, accept: 'text/event-stream' }
  return new Promise((resolve, reject) => {
    httpGet(`${url}/api/v1/conversations/${id}/events`, { headers, agent: false }, (response) =>
      response.statusCode === 200
        ? resolve(response)
        : reject(new Error(`a stream answered ${response.statusCode}`)),
    ).on('error', reject)
  })
}

function firstEvent(stream: IncomingMessage): Promise<number> {
  return new Promise((resolve, reject) => {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('data: ')) resolve(performance.now())
    })
    stream.once('error', reject)
  })
}
