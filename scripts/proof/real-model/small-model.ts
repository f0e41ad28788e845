import { pathToFileURL } from 'node:url'
import type { InstalledModel } from './install-model.ts'

/** As far as it is used here; the package is not among ours, because it is large and only this proof runs it. */
interface Runtime {
  getLlama(options: object): Promise<Llama>
  LlamaCompletion: new (options: object) => Completion
}

interface Llama {
  loadModel(options: object): Promise<LoadedModel>
  createGrammarForJsonSchema(schema: object): Promise<object>
  dispose(): Promise<void>
}

interface LoadedModel {
  tokenize(text: string, specialTokens: true): readonly number[]
  createContext(options: object): Promise<{ getSequence(): Sequence }>
}

interface Sequence {
  clearHistory(): Promise<void>
}

interface Completion {
  generateCompletion(input: readonly number[], options: object): Promise<string>
}

export interface Writing {
  readonly temperature: number
  readonly seed: number
  readonly maxTokens: number
  /** JSON of this shape and nothing else. */
  readonly schema?: object
}

export interface SmallModel {
  /** Continues the text. One at a time. */
  write(text: string, how: Writing): Promise<string>
  countTokens(text: string): number
  close(): Promise<void>
}

const contextTokens = 3_072

export async function loadSmallModel({ file, runtime }: InstalledModel): Promise<SmallModel> {
  const { getLlama, LlamaCompletion } = (await import(pathToFileURL(runtime).href)) as Runtime
  const llama = await getLlama({ gpu: false, build: 'never', maxThreads: 1, logLevel: 'error' })
  const model = await llama.loadModel({ modelPath: file })
  const context = await model.createContext({ contextSize: contextTokens })
  const sequence = context.getSequence()
  const completion = new LlamaCompletion({ contextSequence: sequence })
  let before: Promise<unknown> = Promise.resolve()
  const write: SmallModel['write'] = async (text, { schema, ...how }) => {
    const grammar = schema && (await llama.createGrammarForJsonSchema(schema))
    const tokens = model.tokenize(text, true).slice(-(contextTokens - how.maxTokens - 1))
    return completion.generateCompletion(tokens, { ...how, ...(grammar && { grammar }) })
  }
  return {
    write: (text, how) => {
      const written = before.then(() => write(text, how))
      before = written.catch(() => undefined)
      return written
    },
    countTokens: (text) => model.tokenize(text, true).length,
    close: () => llama.dispose(),
  }
}
