/**
 * The first code in the engine. It is sent there as text, so these functions use nothing but one another,
 * their parameters and the language. The code that comes after them may change every global: what they need
 * they take hold of before, and no function of `Outside` is ever in that code's reach.
 */

/** What the engine is told before the code: as JSON, so that no object of ours is ever inside. */
export interface Setting {
  readonly libraries: Readonly<Record<string, string>>
  /** `skills.read`, or `read`. */
  readonly names: readonly string[]
  readonly input: unknown
  /** UTF-16 units each. */
  readonly mostArguments: number
  readonly mostOutput: number
  readonly mostError: number
}

/** What of ours the bootstrap calls: text in, text out. */
export interface Outside {
  /** Empty: on its way. Else why not. */
  readonly call: (id: number, name: string, args: string) => string
  /** A line, as JSON. */
  readonly log: (line: string) => void
  /** `ok` with the result as JSON or nothing, `failed` with what was thrown, `output-limit`. */
  readonly done: (status: string, text: string) => void
}

/** What the engine keeps of it. */
interface Inside {
  readonly run: (main: () => unknown) => Promise<void>
  readonly answer: (id: number, ok: boolean, text: string) => void
}

type Language = ReturnType<typeof takeHold>

/** The text of an expression whose value is {@link bootstrap}. */
export function bootstrapSource(): string {
  const parts = [takeHold, printer, hostCalls, requirer, runner, bootstrap]
  return `(function () { 'use strict'\n${parts.map(String).join('\n')}\nreturn bootstrap })()`
}

function bootstrap(
  call: Outside['call'],
  log: Outside['log'],
  done: Outside['done'],
  text: string,
): Inside {
  const language = takeHold()
  const setting = language.parse(text) as Setting
  const publish = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, enumerable: true })
  }
  const { groups, answer } = hostCalls(language, setting, call)
  for (const name of Object.keys(groups)) publish(name, groups[name])
  publish('console', printer(language, setting, log))
  publish('require', Object.freeze(requirer(language, setting)))
  publish('input', setting.input)
  for (const name of ['SharedArrayBuffer', 'Atomics']) Reflect.deleteProperty(globalThis, name)
  return { run: runner(language, setting, done), answer }
}

/** The parts of the language that are used after the code has begun. */
function takeHold() {
  const { parse, stringify } = JSON
  const { create, hasOwn } = Object
  const slice = Function.prototype.call.bind(String.prototype.slice)
  const cut = (text: string, most: number): string => slice(text, 0, most)
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
  const kinds = { ErrorOf, TypeErrorOf, PromiseOf, FunctionOf }
  return { parse, stringify, create, hasOwn, cut, show, ...kinds }
}

function printer(
  { show, cut, stringify }: Language,
  { mostOutput }: Setting,
  log: Outside['log'],
): object {
  const print = (...values: unknown[]): void => {
    let line = ''
    for (let at = 0; at < values.length && line.length <= mostOutput; at += 1)
      line += (at === 0 ? '' : ' ') + cut(show(values[at]), mostOutput + 1)
    log(stringify(line))
  }
  return Object.freeze({ debug: print, error: print, info: print, log: print, warn: print })
}

function hostCalls(
  { create, parse, stringify, PromiseOf, ErrorOf }: Language,
  { names, mostArguments }: Setting,
  call: Outside['call'],
) {
  type Waiting = { resolve(value: unknown): void; reject(error: unknown): void }
  const waiting = create(null) as Record<number, Waiting>
  let lastId = 0
  const hostCall =
    (name: string) =>
    (...args: unknown[]): Promise<unknown> =>
      new PromiseOf((resolve, reject) => {
        const passed = stringify(args)
        if (typeof passed !== 'string' || passed.length > mostArguments)
          throw new ErrorOf(`The arguments of ${name} are too large.`)
        lastId += 1
        const id = lastId
        waiting[id] = { resolve, reject }
        const refused = call(id, name, passed)
        if (refused === '') return
        delete waiting[id]
        reject(new ErrorOf(refused))
      })
  const answer: Inside['answer'] = (id, ok, text) => {
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

function requirer(
  { create, hasOwn, show, ErrorOf, FunctionOf }: Language,
  { libraries }: Setting,
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

function runner(
  { create, cut, show, stringify, ErrorOf, TypeErrorOf }: Language,
  { mostOutput, mostError }: Setting,
  done: Outside['done'],
): Inside['run'] {
  type Told = { name: string; message?: string; stack?: string }
  const describe = (error: unknown): string => {
    const told = create(null) as Told
    told.name = 'Error'
    if (error === null) return 'null'
    try {
      const known = error instanceof ErrorOf
      told.message = cut(known ? `${error.message}` : show(error), mostError)
      if (known) told.name = cut(`${error.name}`, mostError)
      if (known) told.stack = cut(`${error.stack}`, mostError)
    } catch {
      told.message ??= 'It threw something that cannot be shown.'
    }
    return stringify(told)
  }
  return async (main) => {
    try {
      const value = await main()
      const result = stringify(value)
      if (result === undefined && value !== undefined)
        throw new TypeErrorOf(`The result is a ${typeof value} that JSON cannot say.`)
      if (result !== undefined && result.length > mostOutput) done('output-limit', '')
      else done('ok', result ?? '')
    } catch (error) {
      done('failed', describe(error))
    }
  }
}
