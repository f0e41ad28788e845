import { type Place, readList, readMap, readMaps, readSwitch, readText } from './read-values.ts'

/** What OpenClaw reads from `metadata.openclaw` (D2; also written `clawdbot`, `clawdis`, `moltbot`). Texts are empty
 * and lists have no item where nothing is said. */
export interface OpenClawFields {
  always: boolean
  skillKey: string
  primaryEnv: string
  emoji: string
  homepage: string
  os: string[]
  requires: {
    bins: string[]
    /** At least one of them has to be there. */
    anyBins: string[]
    env: string[]
    config: string[]
  }
  install: OpenClawInstaller[]
  envVars: {
    name: string
    /** True unless the file says otherwise. */
    required: boolean
    description: string
  }[]
}

/** One way to install what a skill needs. It is shown, never run. */
export interface OpenClawInstaller {
  id: string
  /** `brew`, `node`, `go`, `uv` or what the file says instead. */
  kind: string
  label: string
  bins: string[]
  formula: string
  tap: string
  package: string
  module: string
}

/** Undefined when the metadata has nothing for OpenClaw. */
export function readOpenClaw(metadata: Place): OpenClawFields | undefined {
  const place = readMap(metadata, 'openclaw', 'clawdbot', 'clawdis', 'moltbot')
  if (place === undefined) return undefined
  return {
    always: readSwitch(place, 'always') ?? false,
    skillKey: readText(place, 'skillKey'),
    primaryEnv: readText(place, 'primaryEnv'),
    emoji: readText(place, 'emoji'),
    homepage: readText(place, 'homepage'),
    os: readList(place, 'os') ?? [],
    requires: readRequires(readMap(place, 'requires')),
    install: readMaps(place, 'install').map(readInstaller),
    envVars: readMaps(place, 'envVars').map((variable) => ({
      name: readText(variable, 'name'),
      required: readSwitch(variable, 'required') ?? true,
      description: readText(variable, 'description'),
    })),
  }
}

function readRequires(place: Place | undefined): OpenClawFields['requires'] {
  const list = (key: string): string[] => (place && readList(place, key)) ?? []
  return { bins: list('bins'), anyBins: list('anyBins'), env: list('env'), config: list('config') }
}

function readInstaller(place: Place): OpenClawInstaller {
  return {
    id: readText(place, 'id'),
    kind: readText(place, 'kind'),
    label: readText(place, 'label'),
    bins: readList(place, 'bins') ?? [],
    formula: readText(place, 'formula'),
    tap: readText(place, 'tap'),
    package: readText(place, 'package'),
    module: readText(place, 'module'),
  }
}
