import type { PackageManager } from '@repertoire/core/domain'
import type { ExecutionLimits, ExecutionResult, SandboxFile } from '@repertoire/sandbox'
import { z } from 'zod'
import type { LazySandbox } from '../sandbox/lazy-sandbox.ts'
import { findNpm } from './find-npm.ts'
import { toInstallationProblem } from './installation-problem.ts'
import { fileOf } from './installer-files.ts'
import { nodeInstaller } from './programs/node.ts'
import { pythonInstaller } from './programs/python.ts'

/** What a layer must be compatible with: interpreter and platform. */
export interface RuntimeDescription {
  readonly version: string
  readonly platformTags: readonly string[]
}

const describedSchema = z.object({ version: z.string(), platformTags: z.array(z.string()).max(20) })

export interface InstallerRun {
  readonly options?: Readonly<Record<string, unknown>>
  readonly files?: readonly SandboxFile[]
  readonly network?: { readonly kind: 'proxy'; readonly socket: string }
  readonly signal: AbortSignal
}

/** The interpreter that runs scripts of this kind in a sandbox, and its platform tags. */
export async function describeRuntime(
  sandbox: LazySandbox,
  kind: PackageManager,
  signal: AbortSignal,
): Promise<RuntimeDescription> {
  const limits = await sandbox.limits()
  const result = await runInstaller(sandbox, kind, { mode: 'describe', limits, signal })
  if (result.status !== 'ok') throw toInstallationProblem(result, { kind, packages: [] })
  return describedSchema.parse(JSON.parse(Buffer.from(result.stdout).toString()))
}

/** Runs the installer of a kind in a sandbox, like any other script. */
export async function runInstaller(
  sandbox: LazySandbox,
  kind: PackageManager,
  run: InstallerRun & { readonly mode: string; readonly limits: ExecutionLimits },
): Promise<ExecutionResult> {
  const { mode, limits, options = {}, files = [], network, signal } = run
  const isPython = kind === 'python'
  const entry = isPython ? 'install.py' : 'install.mjs'
  const npm = isPython || mode === 'describe' ? null : findNpm()
  return sandbox.execute(
    {
      ...{ runtime: kind, entry, limits, queueKey: 'package layers' },
      args: [mode, JSON.stringify({ npm: npm?.program, ...options })],
      stdin: new Uint8Array(),
      files: [...files, fileOf(entry, isPython ? pythonInstaller : nodeInstaller)],
      workspace: [],
      env: isPython ? { TMPDIR: '/workspace/tmp' } : {},
      layers: npm?.layers ?? [],
      ...(network && { network }),
    },
    { signal },
  )
}
