import type { SandboxExecuteBody, SandboxResultBody } from '@repertoire/protocol'
import type { ExecutionLimits, ExecutionResult, SandboxFile } from '@repertoire/sandbox'
import type { CodeExecution } from '../../runtime/scripts/execute-code.ts'

export function fromSandboxExecute(
  body: SandboxExecuteBody,
): Pick<CodeExecution, 'code' | 'limits'> {
  const { runtime, entry, args, env, stdin, limits } = body
  const files = body.files.map(toSandboxFile)
  const workspace = body.workspace.map(toSandboxFile)
  const code = { runtime, entry, args, env, stdin: bytesOf(stdin), files, workspace }
  return { code, limits: fromLimits(limits) }
}

/** Bytes of files in one answer, which is one JSON text in memory. */
const maxOutputBytes = 16 * 1024 * 1024

/** The executor's own message. Files that are too much for it are named, as all that does not come back. */
export async function toSandboxResult(result: ExecutionResult): Promise<SandboxResultBody> {
  const { toResultMessage } = await import('@repertoire/sandbox')
  const outputs: SandboxFile[] = []
  const skipped = [...result.skipped]
  let total = 0
  for (const file of result.outputs) {
    const fits = total + file.bytes.length <= maxOutputBytes
    if (fits) outputs.push(file)
    else skipped.push({ path: file.path, why: 'is too much for one answer (16 MiB)' })
    total += fits ? file.bytes.length : 0
  }
  return toResultMessage({ ...result, outputs, skipped }, { inline: true }).message
}

type ContentBody = SandboxExecuteBody['stdin']

function toSandboxFile({
  path,
  executable,
  ...content
}: SandboxExecuteBody['files'][number]): SandboxFile {
  return { path, executable, bytes: bytesOf(content) }
}

function bytesOf(content: ContentBody): Uint8Array {
  return 'text' in content ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64')
}

function fromLimits(asked: SandboxExecuteBody['limits']): Partial<ExecutionLimits> {
  const all = {
    ...{ wallMs: asked.wall_ms, cpuSeconds: asked.cpu_seconds, processes: asked.processes },
    ...{ memoryBytes: asked.memory_bytes, openFiles: asked.open_files },
    ...{ fileBytes: asked.file_bytes, workspaceBytes: asked.workspace_bytes },
    ...{ workspaceEntries: asked.workspace_entries, outputBytes: asked.output_bytes },
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
