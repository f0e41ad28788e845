import { requestOf } from '../contract/run-script.ts'
import type { ExecutionRequest } from '../execution/execution.ts'
import type { ExecutorLimits } from '../remote/executor-limits.ts'
import { createExecutorServer, type ExecutorServer } from '../remote/executor-server.ts'
import { encodeFrame, encodeJson } from '../remote/frames.ts'
import { mediaType, requestHeader } from '../remote/messages.ts'
import { type FakeExecution, FakeSandbox } from './fake-sandbox.ts'

export const token = 'a-token-of-these-tests'
export const job = requestOf('shell', 'echo hello')

interface Opened {
  readonly url: string
  readonly server: ExecutorServer
  readonly sandbox: FakeSandbox
  readonly lines: Readonly<Record<string, unknown>>[]
}

/** Closed by {@link closeTestExecutors}. */
export const openedExecutors: ExecutorServer[] = []
export async function closeTestExecutors(): Promise<void> {
  await Promise.all(openedExecutors.splice(0).map((server) => server.close(0)))
}

export async function openTestExecutor(
  script?: FakeExecution,
  limits: Partial<ExecutorLimits> = {},
): Promise<Opened> {
  const sandbox = new FakeSandbox(script)
  const lines: Record<string, unknown>[] = []
  const log = (line: Readonly<Record<string, unknown>>): void => void lines.push(line)
  const server = createExecutorServer({ sandbox, token, limits, log })
  openedExecutors.push(server)
  const port = await server.listen(0, '127.0.0.1')
  return { url: `http://127.0.0.1:${port}`, server, sandbox, lines }
}

export function bodyOf(request: ExecutionRequest): Buffer {
  return Buffer.concat([
    ...encodeJson('header', requestHeader(request)),
    ...encodeFrame('bytes', request.stdin),
    ...[...request.files, ...request.workspace].flatMap(({ bytes }) => encodeFrame('bytes', bytes)),
    ...encodeFrame('end'),
  ])
}

export const headers = { authorization: `Bearer ${token}`, 'content-type': mediaType }

export function post(
  url: string,
  body: Uint8Array<ArrayBuffer>,
  more: Record<string, string> = {},
) {
  return fetch(`${url}/sandbox/execute`, { method: 'POST', body, headers: { ...headers, ...more } })
}
