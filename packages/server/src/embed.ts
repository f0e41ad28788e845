export type { Approval, Model, OrganisationSettings, Store, ToolTier } from '@repertoire/core'
export {
  type AskOptions,
  createRepertoire,
  type Repertoire,
  type RepertoireEvent,
  type UserRepertoire,
} from './embedding/create-repertoire.ts'
export type {
  ApprovalAnswer,
  EmbeddedPerson,
  OnApproval,
  RepertoireOptions,
} from './embedding/repertoire-options.ts'
export type { AiSdkModel, EmbeddedModel } from './runtime/models/embedded-model.ts'
export {
  defineTool,
  type OwnTool,
  type OwnToolCall,
  type OwnToolDefinition,
} from './runtime/own-tools/define-tool.ts'
export { defineConfig, type RepertoireConfig } from './setup/config-file/define-config.ts'
export type {
  ActivatedSkill,
  CalledTool,
  EndedRun,
  Hooks,
  RequestedApproval,
} from './setup/config-file/hooks.ts'
