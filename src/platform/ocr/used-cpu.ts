/**
 * Processor time that all threads of this process have used so far, in milliseconds. What is read of a picture must not
 * depend on what else the machine does, so that is what limits the work; whoever gave it watches the clock.
 */
export function usedCpu_ms(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
