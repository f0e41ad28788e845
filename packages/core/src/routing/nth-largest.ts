/** The nth largest of the values, equal ones counted one by one; -Infinity of fewer than n. Pure; in one pass. */
export function nthLargest(values: Float64Array, n: number): number {
  const heap = new Float64Array(n).fill(Number.NEGATIVE_INFINITY)
  for (let at = 0; at < values.length; at += 1) {
    if (values[at]! > heap[0]!) replaceLeast(heap, values[at]!)
  }
  return heap[0]!
}

/** The least of a heap is its first: the value goes down to where it belongs. */
function replaceLeast(heap: Float64Array, value: number): void {
  let at = 0
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child += 1
    if (heap[child]! >= value) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = value
}
