import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findConnection } from './connection.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repertoire-connection-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function writeLocal(text: string): void {
  writeFileSync(join(folder, 'local.json'), text)
}

const context = (env: Record<string, string> = {}) => ({ env, cwd: '/' })
const local = '{"url":"http://127.0.0.1:4000","key":"local-key"}'

describe('the server of a command', () => {
  it('is the local one, from local.json in its data folder', () => {
    writeLocal(local)
    const found = { baseUrl: 'http://127.0.0.1:4000', apiKey: 'local-key' }
    expect(findConnection({ data: folder }, context())).toEqual(found)
    expect(findConnection({}, context({ REPERTOIRE_DATA_DIR: folder }))).toEqual(found)
    expect(findConnection({ data: folder, url: 'http://127.0.0.1:4000/' }, context())).toEqual(
      found,
    )
  })

  it('is the configured one, options before the environment', () => {
    const env = { REPERTOIRE_URL: 'https://env.example', REPERTOIRE_API_KEY: 'env-key' }
    const data = folder
    expect(findConnection({ data }, context(env))).toEqual({
      baseUrl: 'https://env.example',
      apiKey: 'env-key',
    })
    const options = { data, url: 'https://team.example/repertoire/', key: 'k' }
    expect(findConnection(options, context(env))).toEqual({
      baseUrl: 'https://team.example/repertoire',
      apiKey: 'k',
    })
  })

  it.each(['http://evil.example', 'http://127.0.0.1:4001', 'https://127.0.0.1:4000'])(
    'never sends the local server’s key to %s',
    (url) => {
      writeLocal(local)
      expect(() => findConnection({ data: folder, url }, context())).toThrow(/No API key/)
      expect(() => findConnection({ data: folder }, context({ REPERTOIRE_URL: url }))).toThrow(
        /No API key/,
      )
    },
  )

  it('says how to start one when none is configured', () => {
    expect(() => findConnection({ data: folder }, context())).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('npm start') }),
    )
  })

  it.each(['{', '[]', '{"url":1,"key":"x"}', '{"url":"file:///etc/passwd","key":"x"}'])(
    'refuses a local.json that says %s',
    (text) => {
      writeLocal(text)
      expect(() => findConnection({ data: folder }, context())).toThrow(/local\.json/)
    },
  )

  it.each(['ftp://x', 'not an address', 'javascript:alert(1)'])('rejects the URL %s', (url) => {
    expect(() => findConnection({ data: folder, url, key: 'k' }, context())).toThrow(/is not a URL/)
  })
})
