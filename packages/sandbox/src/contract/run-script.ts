import { defaultLimits } from '../execution/default-limits.ts'
import type {
  ExecutionListener,
  ExecutionRequest,
  ExecutionResult,
  Runtime,
  Sandbox,
  SandboxFile,
} from '../execution/execution.ts'

/** Options of an execution in a test; everything else is the default. */
export interface ScriptOptions {
  readonly name?: string
  readonly args?: readonly string[]
  readonly stdin?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  readonly files?: readonly SandboxFile[]
  readonly workspace?: readonly SandboxFile[]
  readonly layers?: ExecutionRequest['layers']
  readonly network?: ExecutionRequest['network']
  readonly limits?: Partial<ExecutionRequest['limits']>
  readonly queueKey?: string
  readonly listener?: ExecutionListener
}

/** A result with its output decoded as text. */
export interface ScriptResult extends Omit<ExecutionResult, 'stdout' | 'stderr'> {
  readonly stdout: string
  readonly stderr: string
}

const names: Record<Runtime, string> = { python: 'main.py', node: 'main.js', shell: 'main.sh' }

export function fileOf(path: string, text: string | Uint8Array): SandboxFile {
  return { path, bytes: Buffer.from(text as string), executable: false }
}

export function requestOf(
  runtime: Runtime,
  script: string,
  options: ScriptOptions = {},
): ExecutionRequest {
  const entry = options.name ?? names[runtime]
  return {
    runtime,
    entry,
    args: options.args ?? [],
    stdin: Buffer.from((options.stdin ?? '') as string),
    files: [fileOf(entry, script), ...(options.files ?? [])],
    workspace: options.workspace ?? [],
    env: options.env ?? {},
    layers: options.layers ?? [],
    ...(options.network && { network: options.network }),
    limits: { ...defaultLimits, ...options.limits },
    queueKey: options.queueKey ?? 'test',
  }
}

export async function runScript(
  sandbox: Sandbox,
  runtime: Runtime,
  script: string,
  options: ScriptOptions = {},
): Promise<ScriptResult> {
  const result = await sandbox.execute(requestOf(runtime, script, options), options.listener)
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
  return { ...result, stdout: text(result.stdout), stderr: text(result.stderr) }
}
