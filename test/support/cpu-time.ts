/**
 * Processor time that this process and its threads have used so far, in milliseconds: what other programs take of a busy
 * machine does not count.
 */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
