const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/** Puts environment variables in for `${NAME}`, and keeps account of them. */
export interface VariableFiller {
  fill(value: string): string
  /** Names that were asked for and are not set. */
  readonly missing: ReadonlySet<string>
  /** Values that were put in. */
  readonly filled: ReadonlySet<string>
}

export function fillVariables(env: Readonly<Record<string, string | undefined>>): VariableFiller {
  const missing = new Set<string>()
  const filled = new Set<string>()
  return {
    missing,
    filled,
    fill: (value) =>
      value.replace(variable, (_match, name: string) => {
        const found = Object.hasOwn(env, name) ? env[name] : undefined
        if (found === undefined || found === '') missing.add(name)
        else filled.add(found)
        return found ?? ''
      }),
  }
}
