import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problemStatus } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'
import { hasHint, withHint } from './problem-hints.ts'

const packages = join(import.meta.dirname, '../../../../')

/** Given to agents, programs and clients of other protocols, or only in tests. */
const notRest =
  /\.test\.ts$|\/testing\/|contract|core\/src\/use\/(toolsets|tools|policy|agent|code|prompt)\/|http\/(mcp|oauth)\/|runtime\/(layers|own-tools)\/|server\/src\/embedding\//

/** No new one may come, and one that has got a hint has to leave. */
const withoutHint: readonly string[] = [
  'agent.exists',
  'agent.invalid',
  'agent.skill-not-attachable',
  'app.scope-not-givable',
  'approval.note-too-long',
  'auth.too-many-attempts',
  'authored.administrators-only',
  'authored.version-not-found',
  'collection.slug-taken',
  'compat.unsupported',
  'connector.invalid',
  'connector.tool-failed',
  'conversation.busy',
  'conversation.exists',
  'conversation.moved-on',
  'conversation.title-empty',
  'device.too-many-requests',
  'execution.exists',
  'grant.bad-terms',
  'grant.not-usable',
  'identity.exists',
  'integration.not-set-up',
  'invitation.service-account',
  'key.exists',
  'key.expired-already',
  'member.exists',
  'member.last-owner',
  'member.owner-only',
  'notification.invalid',
  'observations.stale',
  'organisation.last',
  'outbound.address-refused',
  'outbound.bad-status',
  'outbound.bad-url',
  'outbound.certificate-refused',
  'outbound.credentials-refused',
  'outbound.name-not-found',
  'outbound.no-route',
  'outbound.port-refused',
  'outbound.redirect-refused',
  'outbound.scheme-refused',
  'outbound.timeout',
  'outbound.too-large',
  'outbound.type-unsupported',
  'outbound.unreachable',
  'outcome-tests.stopped',
  'package.left-out',
  'package.lfs-pointer',
  'passkey.exists',
  'passkey.needs-session',
  'provider.invalid',
  'provider.not-found',
  'quota.exceeded',
  'rating.people-only',
  'registry.file-not-found',
  'request.bad-limit',
  'request.invalid',
  'run.not-open',
  'session.slug-in-use',
  'sign-on.unknown-provider',
  'signal.administrators-only',
  'signal.bad-key',
  'signal.bad-schedule',
  'signal.disabled',
  'signal.exists',
  'signal.fired-already',
  'signal.invalid',
  'signal.key-reused',
  'signal.moved-on',
  'signal.no-secret',
  'signal.owner-gone',
  'signal.stopped',
  'signal.switched-off',
  'signal.too-many-failures',
  'signal.too-often',
  'skill.slug-taken',
  'source.lease-lost',
  'source.unsupported',
  'stats.days-invalid',
  'store.bad-blob-address',
  'tenant.exists',
  'tenant.not-found',
  'trace.not-ended',
  'workspace.no-change',
  'workspace.not-text',
]

const sources = globSync('{core,server,sources}/src/**/*.ts', { cwd: packages })
  .filter((file) => !notRest.test(file))
  .map((file) => readFileSync(join(packages, file), 'utf8'))

/** The object literal around a place of the text. */
function literalAround(text: string, at: number): string {
  let depth = 0
  let start = at
  for (; start > 0; start -= 1) {
    if (text[start] === '}') depth += 1
    else if (text[start] === '{' && depth-- === 0) break
  }
  depth = 0
  let end = at
  for (; end < text.length; end += 1) {
    if (text[end] === '{') depth += 1
    else if (text[end] === '}' && depth-- === 0) break
  }
  return text.slice(start, end)
}

const code = String.raw`'([a-z0-9-]+\.[a-z0-9.-]+)'`

/** Problems as literals with a kind that is the caller's affair, and no hint. */
function literals(text: string): readonly string[] {
  return [...text.matchAll(new RegExp(String.raw`\bcode: ${code}`, 'g'))].flatMap((found) => {
    const literal = literalAround(text, found.index)
    const kind = /\bkind: '([a-z-]+)'/.exec(literal)?.[1] ?? ''
    const status = Object.entries(problemStatus).find(([name]) => name === kind)?.[1] ?? 500
    return status >= 500 || /\bhint\b|\.\.\./.test(literal) ? [] : [found[1] ?? '']
  })
}

/** Functions that make a problem from a code, and give no hint. */
const makers = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/function (\w+)\(\s*code: [\s\S]*?\n\}\n/g)].flatMap(([body, name = '']) =>
      body.includes('hint') ? [] : [name],
    ),
  ),
)

function made(text: string): readonly string[] {
  const calls = text.matchAll(new RegExp(String.raw`\b(\w+)\(\s*${code},`, 'g'))
  return [...calls].flatMap(([, maker = '', of = '']) => (makers.has(maker) ? [of] : []))
}

it('every problem of a request that can be mended says how; the list of others only shrinks', () => {
  const bare = new Set(sources.flatMap((text) => [...literals(text), ...made(text)]))
  expect(bare).toContain('skill.not-found')
  expect([...bare].filter((one) => !hasHint(one)).toSorted()).toEqual(withoutHint)
})

it('a hint of its own comes first, unless it names what callers of REST do not have', () => {
  const problem = { kind: 'not-found', message: 'No.' } as const
  const hint = 'Start another one.'
  expect(withHint({ ...problem, code: 'agent.not-found', hint }).hint).toBe(hint)
  expect(withHint({ ...problem, code: 'agent.not-found' }).hint).toContain('GET /api/v1/agents')
  expect(withHint({ ...problem, code: 'request.bad-cursor', hint }).hint).toContain('next_cursor')
  expect(withHint({ ...problem, code: 'workspace.file-not-found', hint }).hint).toContain('/files')
  expect(withHint({ ...problem, code: 'constructor' }).hint).toBeUndefined()
})

it.each([
  ['/api/v1/agents/agt_none', 'agent.not-found', '/api/v1/agents'],
  ['/api/v1/approvals/apr_none', 'approval.not-found', '/api/v1/approvals'],
  ['/api/v1/skills/skl_none', 'skill.not-found', '/api/v1/skills'],
  ['/api/v1/skills/%20', 'request.not-found', 'openapi.json'],
  ['/api/v1/skills?cursor=garbage', 'request.bad-cursor', 'next_cursor'],
])('%s is answered with a hint: %s', async (path, wanted, hint) => {
  const server = await createTestServer()
  const { body } = await server.call(path)
  expect(body).toMatchObject({ code: wanted, hint: expect.stringContaining(hint) })
})
