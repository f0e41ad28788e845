import { ProblemError, type ProblemKind } from '@repertoire/core/base'

const kinds = {
  'layer.not-allowed': 'forbidden',
  'layer.offline': 'unavailable',
  'layer.not-found': 'invalid',
  'layer.host-refused': 'forbidden',
  'layer.install-failed': 'unavailable',
  'layer.installer-missing': 'unavailable',
  'layer.too-large': 'too-large',
  'layer.other-machine': 'unavailable',
  'layer.cache-full': 'rate-limited',
} as const satisfies Record<string, ProblemKind>

export type LayerCode = keyof typeof kinds

/**
 * Why packages are missing. The execution's record keeps only the message, so the message includes the hint.
 */
export function layerProblem(
  code: LayerCode,
  facts: { readonly message: string; readonly packages?: readonly string[] },
): ProblemError {
  const { message, packages } = facts
  return new ProblemError({
    ...{ code, kind: kinds[code], message: `${message} The script was not run.` },
    ...(packages && { details: { packages: [...packages] } }),
  })
}

/** A comma-separated list for people, shortened when it is long. */
export function joinNames(packages: readonly string[]): string {
  const first = packages.slice(0, 20).join(', ')
  return packages.length > 20 ? `${first} and ${packages.length - 20} more` : first
}

/** The refusal where the operator has switched installing off. */
export function notAllowed(packages: readonly string[]): ProblemError {
  const message = `It needs ${joinNames(packages)}, which are not installed, and this server installs no packages (PACKAGE_INSTALLATION=off).`
  return layerProblem('layer.not-allowed', { message, packages })
}
