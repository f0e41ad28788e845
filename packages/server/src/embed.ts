export type { Approval, Model, OrganisationSettings, Store, ToolTier } from '@repertoire/core'
export { defineConfig, type RepertoireConfig } from './config-file/define-config.ts'
export type {
  ActivatedSkill,
  CalledTool,
  EndedRun,
  Hooks,
  RequestedApproval,
} from './config-file/hooks.ts'
export {
  type AskOptions,
  createRepertoire,
  type Repertoire,
  type RepertoireEvent,
  type UserRepertoire,
} from './embedding/create-repertoire.ts'
export type { AiSdkModel, EmbeddedModel } from './embedding/embedded-model.ts'
export type {
  ApprovalAnswer,
  EmbeddedPerson,
  OnApproval,
  RepertoireOptions,
} from './embedding/repertoire-options.ts'
export {
  defineTool,
  type OwnTool,
  type OwnToolCall,
  type OwnToolDefinition,
} from './own-tools/define-tool.ts'
