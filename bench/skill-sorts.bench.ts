import { importSkills } from './many-skills.ts'
import { createSend, measureRequest, shownTimes } from './measure-request.ts'
import { startServerUnderTest } from './server-under-test.ts'
import { printTable, type Table } from './table.ts'

const skills = 5_000

/** Each order of the list of skills, as the page asks for it. */
const orders: Readonly<Record<string, string>> = {
  name: '',
  'changed, newest first': '&sort=changed&order=desc',
  'used, most first': '&sort=used&order=desc',
  'cost, highest first': '&sort=cost&order=desc',
}

interface Listed {
  readonly total: number
  readonly next_cursor: string | null
}

/** The list of 5,000 skills in every order: its first page, and the page after it. */
export async function benchSkillSorts(): Promise<readonly Table[]> {
  const server = await startServerUnderTest()
  try {
    const send = createSend(server)
    await importSkills(send, skills)
    const rows: (string | number)[][] = []
    for (const [order, query] of Object.entries(orders)) {
      const path = `/skills?archived=false&limit=200${query}`
      const first = await measureRequest(() => send<Listed>('GET', path))
      const cursor = encodeURIComponent(first.answer.next_cursor ?? '')
      const next = await measureRequest(() => send<Listed>('GET', `${path}&cursor=${cursor}`))
      const times = [...shownTimes(first.samples), ...shownTimes(next.samples)]
      rows.push([order, first.answer.total, ...times])
    }
    return [
      {
        title: 'The list of skills, in each order',
        note: `${skills.toLocaleString('en')} skills; real server with SQLite, over HTTP, pages of 200, one request at a time.`,
        columns: [
          ...['order', 'matching', 'first page p50 (ms)', 'first page p95 (ms)'],
          ...['next page p50 (ms)', 'next page p95 (ms)'],
        ],
        rows,
      },
    ]
  } finally {
    await server.stop()
  }
}

if (import.meta.main) for (const one of await benchSkillSorts()) printTable(one)
