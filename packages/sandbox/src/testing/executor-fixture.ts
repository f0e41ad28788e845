import { requestOf } from '../contract/run-script.ts'
import type { ExecutionRequest } from '../execution/execution.ts'
import type { Content } from '../remote/content.ts'
import type { ExecutorLimits } from '../remote/executor-limits.ts'
import { createExecutorServer, type ExecutorServer } from '../remote/executor-server.ts'
import { toRequestMessage } from '../remote/request-message.ts'
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

/** The request as one JSON, whatever its size. */
export function bodyOf(request: ExecutionRequest): Buffer {
  return Buffer.from(JSON.stringify(inlineMessageOf(request)))
}

export function inlineMessageOf(request: ExecutionRequest) {
  const { message, parts } = toRequestMessage(request)
  const inline = <Sent extends Content>({ part, ...sent }: Sent) => {
    const bytes = part === undefined ? undefined : parts.get(part)
    return bytes ? { ...sent, base64: Buffer.from(bytes).toString('base64') } : sent
  }
  const { files, workspace, stdin } = message
  return {
    ...message,
    ...{ files: files.map(inline), workspace: workspace.map(inline), stdin: inline(stdin) },
  }
}

export const headers = {
  ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  accept: 'application/x-ndjson',
}

export function post(
  url: string,
  body: Uint8Array<ArrayBuffer>,
  more: Record<string, string> = {},
) {
  return fetch(`${url}/sandbox/execute`, { method: 'POST', body, headers: { ...headers, ...more } })
}
