import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import type { Outside, Setting } from './bootstrap.ts'
import { codeBounds } from './code-job.ts'
import type { JobMessage } from './messages.ts'

/** What of the bootstrap is kept, to call into the engine. */
export interface Doors {
  readonly run: QuickJSHandle
  readonly answer: QuickJSHandle
}

/** Runs the bootstrap for a job. An error handle when there was no memory even for that. */
export function openDoors(
  context: QuickJSContext,
  bootstrap: QuickJSHandle,
  { job, outside }: { readonly job: JobMessage; readonly outside: Outside },
): { readonly value: Doors } | { readonly error: QuickJSHandle } {
  const call = context.newFunction('call', (id, name, args) => {
    const refused = outside.call(
      context.getNumber(id),
      context.getString(name),
      context.getString(args),
    )
    return context.newString(refused)
  })
  const log = context.newFunction('log', (line) => outside.log(context.getString(line)))
  const done = context.newFunction('done', (status, text) =>
    outside.done(context.getString(status), context.getString(text)),
  )
  const args = [call, log, done, context.newString(settingOf(job))]
  const opened = context.callFunction(bootstrap, context.undefined, ...args)
  for (const arg of args) arg.dispose()
  if (opened.error) return { error: opened.error }
  const inside = opened.value
  return {
    value: { run: context.getProp(inside, 'run'), answer: context.getProp(inside, 'answer') },
  }
}

/** The input is JSON already. */
function settingOf({ libraries, names, input, limits }: JobMessage): string {
  const setting: Omit<Setting, 'input'> = {
    libraries,
    names,
    mostArguments: codeBounds.argumentUnits,
    mostOutput: limits.outputBytes,
    mostError: codeBounds.errorUnits,
  }
  return `${JSON.stringify(setting).slice(0, -1)},"input":${input}}`
}
