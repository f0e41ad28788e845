import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import type { BootstrapSettings, HostBridge } from './bootstrap.ts'
import { codeBounds } from './code-job.ts'
import type { JobMessage } from './messages.ts'

/** Handles of the guest functions that the host calls. */
export interface ScriptHandles {
  readonly run: QuickJSHandle
  readonly answer: QuickJSHandle
}

/** Runs the bootstrap for a job. Returns an error handle when even that runs out of memory. */
export function installBridge(
  context: QuickJSContext,
  bootstrap: QuickJSHandle,
  { job, hostBridge }: { readonly job: JobMessage; readonly hostBridge: HostBridge },
): { readonly value: ScriptHandles } | { readonly error: QuickJSHandle } {
  const call = context.newFunction('call', (id, name, args) => {
    const refused = hostBridge.call(
      context.getNumber(id),
      context.getString(name),
      context.getString(args),
    )
    return context.newString(refused)
  })
  const log = context.newFunction('log', (line) => hostBridge.log(context.getString(line)))
  const done = context.newFunction('done', (status, text) =>
    hostBridge.done(context.getString(status), context.getString(text)),
  )
  const args = [call, log, done, context.newString(settingsJson(job))]
  const opened = context.callFunction(bootstrap, context.undefined, ...args)
  for (const arg of args) arg.dispose()
  if (opened.error) return { error: opened.error }
  const guest = opened.value
  return {
    value: { run: context.getProp(guest, 'run'), answer: context.getProp(guest, 'answer') },
  }
}

/** Splices the input in, which is JSON already. */
function settingsJson({ libraries, names, input, limits }: JobMessage): string {
  const settings: Omit<BootstrapSettings, 'input'> = {
    libraries,
    names,
    maxArguments: codeBounds.argumentUnits,
    maxOutput: limits.outputBytes,
    maxError: codeBounds.errorUnits,
  }
  return `${JSON.stringify(settings).slice(0, -1)},"input":${input}}`
}
