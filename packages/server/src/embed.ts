export { isProblemError, type Problem, ProblemError, type ProblemKind } from '@repertoire/core/base'
export type { Approval, OrganisationSettings, ToolCall, ToolTier } from '@repertoire/core/domain'
export type {
  Model,
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  Store,
  ToolDescription,
} from '@repertoire/core/ports'
export type { ApprovalQuestion } from './embedding/answer-questions.ts'
export {
  createRepertoire,
  type Repertoire,
  type RepertoireEvent,
  type UserRepertoire,
} from './embedding/create-repertoire.ts'
export type {
  ApprovalAnswer,
  AskOptions,
  EmbeddedDatabase,
  EmbeddedPerson,
  LogOptions,
  OnApproval,
  RepertoireOptions,
  ResumeOptions,
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
