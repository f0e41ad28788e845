/**
 * The first code in the engine. It is sent as text, so these functions use only each other, their parameters
 * and the language. Later code may change every global, so they capture the intrinsics first, and no function
 * of {@link HostBridge} is reachable for that code.
 */

/** Settings of the bootstrap, as JSON, so that no host object enters the engine. */
export interface BootstrapSettings {
  readonly libraries: Readonly<Record<string, string>>
  /** Such as `skills.read` or `read`. */
  readonly names: readonly string[]
  readonly input: unknown
  /** UTF-16 units each. */
  readonly maxArguments: number
  readonly maxOutput: number
  readonly maxError: number
}

/** The host functions the bootstrap calls: text in, text out. */
export interface HostBridge {
  /** Empty when the call was accepted, otherwise the error message. */
  readonly call: (id: number, name: string, args: string) => string
  /** A line, as JSON. */
  readonly log: (line: string) => void
  /** `ok` with the result as JSON or nothing, `failed` with the error, `output-limit`. */
  readonly done: (status: string, text: string) => void
}

/** The guest functions the host calls. */
interface GuestBridge {
  readonly run: (main: () => unknown) => Promise<void>
  readonly answer: (id: number, ok: boolean, text: string) => void
}

type Intrinsics = ReturnType<typeof captureIntrinsics>

/** The source of an expression whose value is {@link bootstrap}. */
export function bootstrapSource(): string {
  const parts = [
    captureIntrinsics,
    createConsole,
    createHostCalls,
    createRequire,
    createRunner,
    bootstrap,
  ]
  return `(function () { 'use strict'\n${parts.map(String).join('\n')}\nreturn bootstrap })()`
}

function bootstrap(
  call: HostBridge['call'],
  log: HostBridge['log'],
  done: HostBridge['done'],
  text: string,
): GuestBridge {
  const intrinsics = captureIntrinsics()
  const settings = intrinsics.parse(text) as BootstrapSettings
  const publish = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, enumerable: true })
  }
  const { groups, answer } = createHostCalls(intrinsics, settings, call)
  for (const name of Object.keys(groups)) publish(name, groups[name])
  publish('console', createConsole(intrinsics, settings, log))
  publish('require', Object.freeze(createRequire(intrinsics, settings)))
  publish('input', settings.input)
  for (const name of ['SharedArrayBuffer', 'Atomics']) Reflect.deleteProperty(globalThis, name)
  return { run: createRunner(intrinsics, settings, done), answer }
}

/** Captures the intrinsics used after guest code has started. */
function captureIntrinsics() {
  const { parse, stringify } = JSON
  const { create, hasOwn } = Object
  const slice = Function.prototype.call.bind(String.prototype.slice)
  const truncate = (text: string, maxLength: number): string => slice(text, 0, maxLength)
  const [ErrorOf, TypeErrorOf, PromiseOf, StringOf, FunctionOf] = [
    ...[Error, TypeError, Promise, String, Function],
  ] as [ErrorConstructor, TypeErrorConstructor, PromiseConstructor, typeof String, typeof Function]
  const show = (value: unknown): string => {
    try {
      if (typeof value === 'string') return value
      if (value instanceof ErrorOf) return `${value.name}: ${value.message}`
      return stringify(value) ?? StringOf(value)
    } catch {
      return '[cannot be shown]'
    }
  }
  const intrinsicClasses = { ErrorOf, TypeErrorOf, PromiseOf, FunctionOf }
  return { parse, stringify, create, hasOwn, truncate, show, ...intrinsicClasses }
}

function createConsole(
  { show, truncate, stringify }: Intrinsics,
  { maxOutput }: BootstrapSettings,
  log: HostBridge['log'],
): object {
  const print = (...values: unknown[]): void => {
    let line = ''
    for (let at = 0; at < values.length && line.length <= maxOutput; at += 1)
      line += (at === 0 ? '' : ' ') + truncate(show(values[at]), maxOutput + 1)
    log(stringify(line))
  }
  return Object.freeze({ debug: print, error: print, info: print, log: print, warn: print })
}

function createHostCalls(
  { create, parse, stringify, PromiseOf, ErrorOf }: Intrinsics,
  { names, maxArguments }: BootstrapSettings,
  call: HostBridge['call'],
) {
  type Waiting = { resolve(value: unknown): void; reject(error: unknown): void }
  const waiting = create(null) as Record<number, Waiting>
  let lastId = 0
  const hostCall =
    (name: string) =>
    (...args: unknown[]): Promise<unknown> =>
      new PromiseOf((resolve, reject) => {
        const argumentsJson = stringify(args)
        if (typeof argumentsJson !== 'string' || argumentsJson.length > maxArguments)
          throw new ErrorOf(`The arguments of ${name} are too large.`)
        lastId += 1
        const id = lastId
        waiting[id] = { resolve, reject }
        const refused = call(id, name, argumentsJson)
        if (refused === '') return
        delete waiting[id]
        reject(new ErrorOf(refused))
      })
  const answer: GuestBridge['answer'] = (id, ok, text) => {
    const one = waiting[id]
    if (!one) return
    delete waiting[id]
    const value = parse(text)
    if (ok) one.resolve(value)
    else one.reject(new ErrorOf(value))
  }
  const groups = create(null) as Record<string, unknown>
  for (const name of names) {
    const dot = name.indexOf('.')
    const made = Object.freeze(hostCall(name))
    if (dot < 0) groups[name] = made
    else {
      const group = name.slice(0, dot)
      groups[group] ??= create(null)
      Reflect.set(groups[group] as object, name.slice(dot + 1), made)
    }
  }
  for (const name of Object.keys(groups)) Object.freeze(groups[name])
  return { groups, answer }
}

function createRequire(
  { create, hasOwn, show, ErrorOf, FunctionOf }: Intrinsics,
  { libraries }: BootstrapSettings,
): (name: unknown) => unknown {
  const modules = create(null) as Record<string, { exports: unknown }>
  const require = (name: unknown): unknown => {
    if (typeof name !== 'string' || !hasOwn(libraries, name))
      throw new ErrorOf(`There is no library named ${show(name)}.`)
    const loaded = modules[name]
    if (loaded) return loaded.exports
    const module = { exports: {} }
    modules[name] = module
    try {
      new FunctionOf('module', 'exports', 'require', libraries[name] ?? '')(
        ...[module, module.exports, require],
      )
    } catch (error) {
      delete modules[name]
      throw error
    }
    return module.exports
  }
  return require
}

function createRunner(
  { create, truncate, show, stringify, ErrorOf, TypeErrorOf }: Intrinsics,
  { maxOutput, maxError }: BootstrapSettings,
  done: HostBridge['done'],
): GuestBridge['run'] {
  type Details = { name: string; message?: string; stack?: string }
  const describe = (error: unknown): string => {
    const details = create(null) as Details
    details.name = 'Error'
    if (error === null) return 'null'
    try {
      const known = error instanceof ErrorOf
      details.message = truncate(known ? `${error.message}` : show(error), maxError)
      if (known) details.name = truncate(`${error.name}`, maxError)
      if (known) details.stack = truncate(`${error.stack}`, maxError)
    } catch {
      details.message ??= 'It threw something that cannot be shown.'
    }
    return stringify(details)
  }
  return async (main) => {
    try {
      const value = await main()
      const result = stringify(value)
      if (result === undefined && value !== undefined)
        throw new TypeErrorOf(`The result is a ${typeof value}, which JSON cannot represent.`)
      if (result !== undefined && result.length > maxOutput) done('output-limit', '')
      else done('ok', result ?? '')
    } catch (error) {
      done('failed', describe(error))
    }
  }
}
