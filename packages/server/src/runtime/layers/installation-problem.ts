import type { ProblemError } from '@repertoire/core/base'
import type { PackageManager } from '@repertoire/core/domain'
import type { ExecutionResult } from '@repertoire/sandbox'
import { joinNames, layerProblem } from './layer-problems.ts'

export interface Attempt {
  readonly kind: PackageManager
  readonly packages: readonly string[]
  readonly proxy?: { readonly refused: ReadonlySet<string>; readonly failed: ReadonlySet<string> }
}

/** Exit code of our program when pip is missing. */
const pipMissingExitCode = 78
const pipTooOld = /no such option: --report/
const noSuchPackage =
  /No matching distribution found|ERESOLVE|\bE404\b|\bETARGET\b|ResolutionImpossible/

/** Why an installation failed, from its result and from what the proxy refused. */
export function toInstallationProblem(result: ExecutionResult, attempt: Attempt): ProblemError {
  const { packages, proxy, kind } = attempt
  const output = errorOutputOf(result)
  const which = packages.length === 0 ? `packages for ${kind}` : joinNames(packages)
  if (result.exitCode === pipMissingExitCode || pipTooOld.test(output))
    return layerProblem('layer.installer-missing', {
      message: `It needs ${which}, and pip (22.2 or newer) is not there: the operator would have to install it (apt-get install python3-pip; where scripts run in containers, in their image).`,
      packages,
    })
  const failed = [...(proxy?.failed ?? [])]
  if (failed.length > 0)
    return layerProblem('layer.offline', {
      message: `It needs ${which}, which are not installed, and the package index cannot be reached (${joinNames(failed)}). Try again when it can, or have the operator look after it.`,
      packages,
    })
  const refused = [...(proxy?.refused ?? [])]
  if (refused.length > 0)
    return layerProblem('layer.host-refused', {
      message: `Installing ${which} would connect to ${joinNames(refused)}, which is no package index of this server; the operator can name it beside the index.`,
      packages,
    })
  if (result.status !== 'failed')
    return layerProblem('layer.install-failed', {
      message: `Installing ${which} was ended: ${result.status}.`,
      packages,
    })
  const code = noSuchPackage.test(output) ? 'layer.not-found' : 'layer.install-failed'
  return layerProblem(code, {
    message: `${which} cannot be installed as asked (only built packages are, nothing is compiled): ${truncate(output, kind)}`,
    packages,
  })
}

/** The installer's error output without URLs, which could contain a password. */
function errorOutputOf({ stderr }: ExecutionResult): string {
  return Buffer.from(stderr)
    .toString()
    .replace(/\bhttps?:\/\/\S+/g, '<address>')
}

/** The relevant lines as one: pip's last ones, npm's first ones. */
function truncate(output: string, kind: PackageManager): string {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm error /, '').trim())
    .filter((line) => line !== '')
  const shown = kind === 'node' ? lines.slice(0, 4) : lines.slice(-4)
  return shown.join(' ').slice(0, 600)
}
