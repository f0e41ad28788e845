import { type MapNode, readBoolean, readList, readMap, readMaps, readText } from './read-values.ts'

/** Fields of `metadata.openclaw` (D2; also `clawdbot`, `clawdis`, `moltbot`). Absent texts and lists are empty. */
export interface OpenClawFields {
  always: boolean
  skillKey: string
  primaryEnv: string
  emoji: string
  homepage: string
  os: string[]
  requires: {
    bins: string[]
    /** At least one of them must be present. */
    anyBins: string[]
    env: string[]
    config: string[]
  }
  install: OpenClawInstaller[]
  envVars: {
    name: string
    /** Default: true. */
    required: boolean
    description: string
  }[]
}

/** An installer of a dependency. Shown, never run. */
export interface OpenClawInstaller {
  id: string
  /** `brew`, `node`, `go`, `uv` or another value of the file. */
  kind: string
  label: string
  bins: string[]
  formula: string
  tap: string
  package: string
  module: string
}

/** Undefined when the metadata has no OpenClaw fields. */
export function readOpenClaw(metadata: MapNode): OpenClawFields | undefined {
  const node = readMap(metadata, 'openclaw', 'clawdbot', 'clawdis', 'moltbot')
  if (node === undefined) return undefined
  return {
    always: readBoolean(node, 'always') ?? false,
    skillKey: readText(node, 'skillKey'),
    primaryEnv: readText(node, 'primaryEnv'),
    emoji: readText(node, 'emoji'),
    homepage: readText(node, 'homepage'),
    os: readList(node, 'os') ?? [],
    requires: readRequires(readMap(node, 'requires')),
    install: readMaps(node, 'install').map(readInstaller),
    envVars: readMaps(node, 'envVars').map((variable) => ({
      name: readText(variable, 'name'),
      required: readBoolean(variable, 'required') ?? true,
      description: readText(variable, 'description'),
    })),
  }
}

function readRequires(node: MapNode | undefined): OpenClawFields['requires'] {
  const list = (key: string): string[] => (node && readList(node, key)) ?? []
  return { bins: list('bins'), anyBins: list('anyBins'), env: list('env'), config: list('config') }
}

function readInstaller(node: MapNode): OpenClawInstaller {
  return {
    id: readText(node, 'id'),
    kind: readText(node, 'kind'),
    label: readText(node, 'label'),
    bins: readList(node, 'bins') ?? [],
    formula: readText(node, 'formula'),
    tap: readText(node, 'tap'),
    package: readText(node, 'package'),
    module: readText(node, 'module'),
  }
}
