import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ProblemError } from '@repertoire/core/base'
import { z } from 'zod'
import { sha256 } from '../../platform/system/system-ports.ts'
import { readConnectorEntries } from '../../runtime/connectors/connector-file.ts'
import { ownToolset } from '../../runtime/own-tools/own-toolset.ts'
import type { RepertoireConfig } from './define-config.ts'
import { hooksPart, modelPart, toolPart } from './program-parts.ts'

const names = ['repertoire.config.ts', 'repertoire.config.mjs', 'repertoire.config.js']

/** The configuration in this folder; undefined where there is none. */
export function findConfigFile(folder: string): string | undefined {
  return names.map((name) => join(folder, name)).find((path) => existsSync(path))
}

const schema = z.strictObject({
  tools: z.array(toolPart).optional(),
  models: z.record(z.string().min(1).max(200), modelPart).optional(),
  connectors: z.record(z.string(), z.unknown()).optional(),
  hooks: hooksPart.optional(),
})

/** Runs the operator's file, once. Throws ProblemError `config.file-broken`, with the line where there is one. */
export async function loadConfigFile(path: string): Promise<RepertoireConfig> {
  let exported: unknown
  try {
    exported = (await import(pathToFileURL(path).href)).default
  } catch (error) {
    throw broken(placeOf(error, path), error instanceof Error ? error.message : String(error))
  }
  const parsed = schema.safeParse(exported)
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => {
      return `${issue.path.join('.') || 'the default export'}: ${issue.message}`
    })
    throw broken(path, issues.join('; '))
  }
  const config = exported as RepertoireConfig
  checkParts(config, path)
  return config
}

function checkParts({ tools = [], connectors = {} }: RepertoireConfig, path: string): void {
  try {
    ownToolset(tools)
  } catch (error) {
    throw broken(path, `tools: ${error instanceof Error ? error.message : error}`)
  }
  const [wrong] = readConnectorEntries(connectors, { env: process.env, sha256 }).broken
  if (wrong) throw broken(path, `connectors.${wrong.name}: ${wrong.problem}`)
}

/** `repertoire.config.ts:12:3` of the first line in the file that the error names; the file alone where it names none. */
function placeOf(error: unknown, path: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  for (const [, url = '', line = ''] of stack.matchAll(/(file:\/\/[^\s()]+?)(:\d+(?::\d+)?)/g)) {
    if (fileURLToPath(url) === path) return `${path}${line}`
  }
  const at = stack.indexOf(path)
  const line = at < 0 ? null : /^:\d+(?::\d+)?/.exec(stack.slice(at + path.length))
  return `${path}${line?.[0] ?? ''}`
}

function broken(place: string, why: string): ProblemError {
  return new ProblemError({
    code: 'config.file-broken',
    kind: 'invalid',
    message: `${place} cannot be used: ${why}`,
    hint: 'Correct it and start again. REPERTOIRE_CONFIG=off starts without it.',
    details: { file: place },
  })
}
