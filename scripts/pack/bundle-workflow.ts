/**
 * `node bundle-workflow.ts <compiled server>`: puts the workflow's code, as a worker of exactly this version of the SDK
 * runs it, beside the workflow.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../proof/paths.ts'

const [, , server = ''] = process.argv
const folder = join(server, 'dist/runtime/engines/temporal')
const resolveFrom = createRequire(join(import.meta.dirname, '../../packages/server/package.json'))
const { version } = resolveFrom('@temporalio/worker/package.json')
const { bundleWorkflowCode, DefaultLogger } = resolveFrom('@temporalio/worker')
const { code } = await bundleWorkflowCode({
  workflowsPath: join(folder, 'workflow.js'),
  logger: new DefaultLogger('WARN'),
})
writeFileSync(join(folder, `workflow-${version}.bundle`), withoutOurPaths(code))

/** The worker needs the source map; nobody needs to know where this repository is. */
function withoutOurPaths(bundle: string): string {
  return bundle.replace(/(?<=sourceMappingURL=data:[^,]*,)[\w+/=]+/, (map) => {
    const text = Buffer.from(map, 'base64').toString().replaceAll(`${root}/`, '')
    return Buffer.from(text).toString('base64')
  })
}
