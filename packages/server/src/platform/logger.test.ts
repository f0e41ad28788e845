import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'

function logged(isTTY: boolean, fields: object): string {
  let text = ''
  const target = { isTTY, write: (line: string) => (text += line) }
  createLogger('debug', target).info(fields, 'something')
  return text
}

const secrets = {
  authorization: 'Bearer rep_1',
  headers: { cookie: 'repertoire_session=2', authorization: 'Bearer rep_3' },
  login: { token: '4-token', api_key: 'rep_5' },
  password: '6-password',
}

describe('the log', () => {
  it.each([true, false])('masks secrets in any field (terminal: %s)', (isTTY) => {
    const text = logged(isTTY, { path: '/api/v1/skills', ...secrets })
    expect(text).not.toMatch(/rep_\d|session=2|4-token|6-password/)
    expect(text).toContain('/api/v1/skills')
  })

  it('writes one JSON object a line for programs, one readable line for people', () => {
    expect(JSON.parse(logged(false, { status: 200 }))).toMatchObject({
      level: 'info',
      msg: 'something',
      status: 200,
    })
    expect(logged(true, { status: 200 })).toMatch(/^\d\d:\d\d:\d\d info something status=200\n$/)
  })
})
