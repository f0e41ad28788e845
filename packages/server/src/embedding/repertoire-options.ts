import type { Approval, OrganisationSettings } from '@repertoire/core/domain'
import type { Store } from '@repertoire/core/ports'
import type { LogLevel } from '../platform/logger.ts'
import type { EmbeddedModel } from '../runtime/models/embedded-model.ts'
import type { OwnTool } from '../runtime/own-tools/define-tool.ts'
import type { Hooks } from '../setup/config-file/hooks.ts'

/** What a person, or a rule of your program, answers; `note` is for the agent. */
export type ApprovalAnswer = boolean | { readonly approved: boolean; readonly note?: string }

/**
 * Answers one request for approval. `question` says in a sentence what is asked; names in it are quoted, because they may
 * be untrusted. What it throws ends `ask`, and nothing is done.
 */
export type OnApproval = (
  approval: Approval,
  question: string,
) => ApprovalAnswer | Promise<ApprovalAnswer>

export interface AskOptions {
  /** A name of your own: questions of one name are one conversation. Default: a new one. */
  readonly conversation?: string | undefined
  /** Cancels the turn. */
  readonly signal?: AbortSignal | undefined
}

export interface ResumeOptions {
  /** Cancels the turn. */
  readonly signal?: AbortSignal | undefined
}

/** Somebody for whom a program asks. */
export interface EmbeddedPerson {
  /** Your program's own id of them. */
  readonly userId: string
  /** What others of the organisation read, the first time. */
  readonly name: string
  /** A folder of skills that they alone have. */
  readonly skills?: string
}

/** A PostgreSQL database, and where files are: beside it, because a database is too small for them. */
export type EmbeddedDatabase =
  | {
      readonly databaseUrl: string
      /** A folder that outlives the process. */
      readonly dataDir: string
      readonly blobsUrl?: undefined
    }
  | {
      readonly databaseUrl: string
      /** `s3://bucket/prefix`; region, endpoint and keys are read from the environment, as the AWS tools do. */
      readonly blobsUrl: string
      /** Caches; default: a temporary folder. */
      readonly dataDir?: string
    }

export interface LogOptions {
  /** Default: `warn`. */
  readonly level?: LogLevel
  /** Given each line, which is JSON. */
  write?(line: string): unknown
}

/** Every field may be left out. */
export interface RepertoireOptions {
  /** Default: the model that OPENAI_MODEL or ANTHROPIC_MODEL names, otherwise the demo model. */
  readonly model?: EmbeddedModel
  /** A folder with a folder for each skill. They are judged like every skill that arrives. */
  readonly skills?: string
  /** Your own tools, made by `defineTool`. */
  readonly tools?: readonly OwnTool[]
  /**
   * Where everything is kept: a folder (SQLite), a PostgreSQL database with a place for files, or a store that is open already,
   * which is closed with the rest. Default: a temporary folder, which `close` removes.
   */
  readonly store?: string | EmbeddedDatabase | Store
  /** Without it, each question waits for `answer`, until it expires. */
  readonly onApproval?: OnApproval
  /** Told what happened; they decide nothing. */
  readonly hooks?: Hooks
  /** What is logged, without secrets and contents. Default: warnings and errors, to standard error. */
  readonly log?: LogOptions
  /** Settings of the organisation to change: tiers, toolsets, budget, policies. */
  readonly settings?: Partial<OrganisationSettings>
}
