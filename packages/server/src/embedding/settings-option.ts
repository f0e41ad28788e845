import { defaultSettings } from '@repertoire/core/domain'
import { type SettingsUpdate, settingsUpdateSchema } from '@repertoire/protocol'

/** What is wrong with a setting, by the names of the program. */
export interface SettingsIssue {
  readonly path: readonly string[]
  readonly message: string
}

/** What is wrong with the settings of a program: the same is refused as over HTTP. */
export function settingsIssues(given: unknown): readonly SettingsIssue[] {
  if (!isObject(given)) return [{ path: [], message: 'has to be an object' }]
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(defaultSettings, name))
  if (unknown.length > 0) return unknown.map(unknownSetting)
  const issues = settingsUpdateSchema.safeParse(onWire(given)).error?.issues ?? []
  return issues.map(({ path, message }) => {
    const [first, ...rest] = path.map(String)
    // Keys below are names of the program's own, such as those of tools, except in `routing`.
    const below = first === 'routing' ? rest.map(toCamel) : rest
    return { path: [toCamel(first ?? ''), ...below], message }
  })
}

/** Settings without issues, as an update. */
export function settingsUpdateOf(given: object): SettingsUpdate {
  return settingsUpdateSchema.parse(onWire(given))
}

function onWire(given: object): Record<string, unknown> {
  return renamed(given, (name, value) => {
    if (name !== 'routing' || !isObject(value)) return value
    return renamed(value, (part, inner) =>
      part === 'table' && isObject(inner) ? renamed(inner, (_name, points) => points) : inner,
    )
  })
}

function renamed(given: object, change: (name: string, value: unknown) => unknown) {
  const entries = Object.entries(given)
  return Object.fromEntries(entries.map(([name, value]) => [toSnake(name), change(name, value)]))
}

function unknownSetting(name: string): SettingsIssue {
  const near = toCamel(name)
  const names = Object.keys(defaultSettings)
  const message = names.includes(near)
    ? `is written ${near} here`
    : `is no setting; there are ${names.join(', ')}`
  return { path: [name], message }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const toCamel = (name: string) => name.replace(/_([a-z])/g, (_all, letter) => letter.toUpperCase())
