/**
 * Processor time of `work`, milliseconds: the least of `runs`. Wall time of the longer of two runs rises with what else the machine
 * does, as it is interrupted more often than the shorter one.
 */
export function processorTime(work: () => void, runs = 5): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
