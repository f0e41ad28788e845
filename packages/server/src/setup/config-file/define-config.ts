import type { z } from 'zod'
import type { connectorEntry } from '../../runtime/connectors/connector-file.ts'
import type { EmbeddedModel } from '../../runtime/models/embedded-model.ts'
import type { OwnTool } from '../../runtime/own-tools/define-tool.ts'
import type { Hooks } from './hooks.ts'

/** What a server has of its operator's own: the default export of `repertoire.config.ts`. */
export interface RepertoireConfig {
  /** Made by `defineTool`. Conversations without an agent have them; agents choose the toolset `own-tools`. */
  readonly tools?: readonly OwnTool[]
  /** By the id that agents choose. The first is the default, unless environment variables name a model. */
  readonly models?: Readonly<Record<string, EmbeddedModel>>
  /** As in `connectors.yaml`, and before those. */
  readonly connectors?: Readonly<Record<string, z.input<typeof connectorEntry>>>
  /** They are told what happened, and decide nothing. */
  readonly hooks?: Hooks
}

/** Checks the types of a configuration while you write it. */
export function defineConfig(config: RepertoireConfig): RepertoireConfig {
  return config
}
