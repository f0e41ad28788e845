import { expect, it } from 'vitest'
import { answerQuestion, fetchAcceptingFindings, openQuestion } from './accept-findings.ts'

const details = { digest: 'sha256:1', verdict: 'blocked', needed_role: 'owner', findings: [] }
const refusal = () =>
  Response.json(
    { code: 'skill.findings-unacknowledged', message: 'Found.', details },
    { status: 409 },
  )
const headers = { 'content-type': 'application/json' }
const put = () => new Request('http://127.0.0.1/x', { method: 'PUT', body: '{"a":1}', headers })

/** Refuses what comes without a yes; remembers the bodies. */
function server() {
  const bodies: unknown[] = []
  const send = async (request: Request) => {
    const body = (await request.json()) as object
    bodies.push(body)
    return 'acknowledged_findings' in body ? Response.json({ done: true }) : refusal()
  }
  return { bodies, send }
}

it('sends a change again with the digest, once the person took what was found', async () => {
  const { bodies, send } = server()
  const sent = fetchAcceptingFindings(put(), send)
  await expect.poll(openQuestion).toMatchObject({ message: 'Found.', ...details })
  answerQuestion(true)
  expect((await sent).status).toBe(200)
  expect(bodies).toEqual([{ a: 1 }, { a: 1, acknowledged_findings: 'sha256:1' }])
})

it('lets the change fail when the person goes back', async () => {
  const { bodies, send } = server()
  const sent = fetchAcceptingFindings(put(), send)
  await expect.poll(openQuestion).not.toBe(null)
  answerQuestion(false)
  expect((await sent).status).toBe(409)
  expect([bodies.length, openQuestion()]).toEqual([1, null])
})
