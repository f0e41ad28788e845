import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const workflowFile = join(import.meta.dirname, `workflow.${extension}`)
const cacheFolder = join(import.meta.dirname, '../../../../node_modules/.cache')

/**
 * The workflow as the worker's sandbox runs it, made by the worker's own version of the SDK. A built package has it
 * beside the workflow; otherwise, and with another version of the SDK, it is bundled once and kept.
 */
export async function workflowBundle(
  builtFolder = import.meta.dirname,
): Promise<{ readonly code: string }> {
  const { version } = createRequire(import.meta.url)('@temporalio/worker/package.json')
  const built = join(builtFolder, `workflow-${version}.bundle`)
  const code = await readFile(built, 'utf8').catch(() => undefined)
  return code === undefined ? bundleOnce(version) : { code }
}

async function bundleOnce(version: string): Promise<{ readonly code: string }> {
  const source = await readFile(workflowFile)
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 16)
  const file = join(cacheFolder, `workflow-${version}-${digest}.js`)
  const cached = await readFile(file, 'utf8').catch(() => undefined)
  if (cached !== undefined) return { code: cached }
  const logger = new DefaultLogger('WARN')
  const { code } = await bundleWorkflowCode({ workflowsPath: workflowFile, logger })
  await keep(file, code).catch(() => undefined)
  return { code }
}

/** In one step. A folder that cannot be written costs the next start a second. */
async function keep(file: string, code: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  const partial = `${file}.${process.pid}`
  await writeFile(partial, code)
  await rename(partial, file)
}
