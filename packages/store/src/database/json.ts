/** JSON columns are text in both databases; these two functions are the only way in and out. */
export function toJson(value: unknown): string {
  return JSON.stringify(value)
}

/** The type is the writer's promise: only {@link toJson} of this package writes these columns. */
export function fromJson<Value>(text: string): Value {
  return JSON.parse(text) as Value
}
