const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/** Replaces `${NAME}` by environment variables, and records which ones. */
export interface VariableResolver {
  expand(value: string): string
  /** Names that are not set. */
  readonly missing: ReadonlySet<string>
  /** Values that were substituted. */
  readonly substituted: ReadonlySet<string>
}

export function expandVariables(
  env: Readonly<Record<string, string | undefined>>,
): VariableResolver {
  const missing = new Set<string>()
  const substituted = new Set<string>()
  return {
    missing,
    substituted,
    expand: (value) =>
      value.replace(variable, (_match, name: string) => {
        const found = Object.hasOwn(env, name) ? env[name] : undefined
        if (found === undefined || found === '') missing.add(name)
        else substituted.add(found)
        return found ?? ''
      }),
  }
}
