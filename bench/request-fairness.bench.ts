/** What another organisation waits for while one sends as many requests as it can. Over HTTP, on one real server. */
import { benchKey, startServerUnderTest } from './server-under-test.ts'
import { quantile, type Table } from './table.ts'

const operatorKey = 'op_Q7w2e9R4t6zX1cV8bN5mK3jH0gF2dS4aP6oI9uY7tR'
const skills = 500
const words = 60
const senders = { searches: 200, 'new skills': 100 }
const rounds = 50

export async function benchRequestFairness(): Promise<readonly Table[]> {
  const server = await startServerUnderTest({ REPERTOIRE_OPERATOR_KEY: operatorKey })
  let made = 0
  const call = async (key: string, path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
    return JSON.parse(await answer.text())
  }
  const createSkill = () => {
    made += 1
    const description = `Does ${wordOf(made)} and ${wordOf(made * 7)} for ${wordOf(made * 13)}.`
    const content = `---\nname: skill-${made}\ndescription: ${description}\n---\nDo it.\n`
    return call(benchKey, '/skills', { content })
  }
  const search = () => {
    const asked = Array.from({ length: words }, () =>
      wordOf(Math.floor(Math.random() * 3 * skills)),
    )
    return call(benchKey, `/skills?q=${asked.join('+')}`)
  }
  try {
    const { key } = await call(operatorKey, '/operator/organisations', {
      name: 'Two',
      owner: 'Bob',
    })
    while (made < skills) await createSkill()
    const get = () => call(key, '/skills')
    await latenciesOf(get)
    const rows = [['nothing', '', show(await latenciesOf(get))]]
    for (const [what, send] of [
      ['searches', search],
      ['new skills', createSkill],
    ] as const) {
      const flood = startFlood(send, senders[what])
      const waited = show(await latenciesOf(get))
      rows.push([`${senders[what]} × ${what}`, await flood.stop(), waited])
    }
    return [
      {
        title: 'Fairness: while one organisation sends requests without a pause',
        note: `Milliseconds of GET /skills of another organisation, p50 · slowest of ${rounds}; ${skills} skills, searches of ${words} words.`,
        columns: ['meanwhile', 'of them a second', 'ms'],
        rows,
      },
    ]
  } finally {
    await server.stop()
  }
}

function wordOf(number: number): string {
  return `word${number % (3 * skills)}`
}

function startFlood(send: () => Promise<unknown>, count: number) {
  const began = performance.now()
  let [isOn, answered] = [true, 0]
  const flood = Array.from({ length: count }, async () => {
    while (isOn) {
      await send()
      answered += 1
    }
  })
  return {
    stop: async () => {
      const rate = (answered / (performance.now() - began)) * 1_000
      isOn = false
      await Promise.all(flood)
      return rate.toFixed(0)
    },
  }
}

async function latenciesOf(get: () => Promise<unknown>): Promise<readonly number[]> {
  const samples: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await get()
    samples.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return samples
}

function show(samples: readonly number[]): string {
  return `${quantile(samples, 0.5).toFixed(0)} · ${Math.max(...samples).toFixed(0)}`
}
