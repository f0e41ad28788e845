import { expect, it } from 'vitest'
import { answerLogin, fetchWithFreshLogin, isLoginAsked } from './fresh-login.ts'

const address = 'http://127.0.0.1/api/v1/keys'
const refusal = () => Response.json({ code: 'login.not-fresh' }, { status: 403 })
const headers = { 'content-type': 'application/json' }
const post = (body: string) => new Request(address, { method: 'POST', body, headers })

/** Answers with these, one after the other; remembers the bodies. */
function server(...answers: readonly Response[]) {
  const bodies: string[] = []
  const send = async (request: Request) => {
    bodies.push(await request.text())
    return answers[bodies.length - 1] ?? Response.error()
  }
  return { bodies, send }
}

it('sends the request again, with its body, once the person has signed in', async () => {
  const { bodies, send } = server(refusal(), refusal(), Response.json({ done: true }))
  const sent = fetchWithFreshLogin(post('{"name":"k"}'), send)
  await expect.poll(isLoginAsked).toBe(true)
  answerLogin(true)
  await expect.poll(() => bodies.length === 2 && isLoginAsked()).toBe(true)
  answerLogin(true)
  expect(await (await sent).json()).toEqual({ done: true })
  expect(bodies).toEqual(Array(3).fill('{"name":"k"}'))
})

it('lets the request fail as it did when the person does not', async () => {
  const { bodies, send } = server(refusal())
  const sent = fetchWithFreshLogin(post('{}'), send)
  await expect.poll(isLoginAsked).toBe(true)
  answerLogin(false)
  expect(await (await sent).json()).toEqual({ code: 'login.not-fresh' })
  expect([bodies.length, isLoginAsked()]).toEqual([1, false])
})

it('asks nothing for another refusal', async () => {
  const { send } = server(Response.json({ code: 'auth.permission-missing' }, { status: 403 }))
  expect((await fetchWithFreshLogin(post('{}'), send)).status).toBe(403)
  expect(isLoginAsked()).toBe(false)
})
