"""Slurm on this machine for as long as a test runs: munged, slurmctld and slurmd, one node, no system services.

All state lies in a folder of the test's own. It needs root, as slurmd does.
"""
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

CONF = """ClusterName=scree
SlurmctldHost={host}(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
SlurmctldPort={port}
SlurmdPort={next_port}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobRequeue=1
SchedulerType=sched/builtin
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmctldTimeout=30
SlurmdTimeout=30
MinJobAge=300
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=500 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8
"""


def skip(why: str) -> None:
    print(f"SKIPPED: {why}")
    sys.exit(77)


def free_ports() -> tuple[int, int]:
    sockets = [socket.socket() for _ in range(2)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = tuple(one.getsockname()[1] for one in sockets)
    for one in sockets:
        one.close()
    return ports


class Slurm:
    def __init__(self, folder: Path):
        for program in ("munged", "slurmctld", "slurmd", "sbatch", "squeue"):
            if shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin") is None:
                skip(f"no {program} here")
        if os.geteuid() != 0:
            skip("slurmd needs root")
        self.folder, self.children = folder, []
        for name in ("state", "spool", "munge"):
            (folder / name).mkdir(parents=True)
        folder.chmod(0o755)
        key = folder / "munge" / "key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        (folder / "munge").chmod(0o700)
        port, next_port = free_ports()
        conf = folder / "slurm.conf"
        conf.write_text(CONF.format(folder=folder, host=socket.gethostname().split(".")[0], port=port,
                                    next_port=next_port, cpus=os.cpu_count()))
        self.environment = dict(os.environ, SLURM_CONF=str(conf), PATH=os.environ["PATH"] + ":/usr/sbin")

    def __enter__(self):
        f = self.folder
        self.start("munged", "-F", "-f", "--socket", f / "munge.socket", "--key-file", f / "munge" / "key", "--pid-file",
                   f / "munge" / "pid", "--seed-file", f / "munge" / "seed", "--log-file", f / "munge" / "log",
                   "--num-threads", 1)
        self.until(lambda: (f / "munge.socket").exists(), "munged", starts=True)
        self.start("slurmctld", "-D", "-i")
        self.start("slurmd", "-D")
        self.until(lambda: "idle" in self.call("sinfo", "-h", "-o", "%t", fails=True), "an idle node",
                   starts=True)
        return self

    def __exit__(self, *_):
        for child in reversed(self.children):
            child.terminate()
        for child in self.children:
            try:
                child.wait(20)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def start(self, *words) -> None:
        log = open(self.folder / f"{words[0]}.out", "wb")
        self.children.append(subprocess.Popen(list(map(str, words)), env=self.environment, stdout=log, stderr=log))

    def call(self, *words, fails: bool = False) -> str:
        done = subprocess.run(list(map(str, words)), env=self.environment, capture_output=True, text=True)
        assert fails or done.returncode == 0, (words, done.stderr)
        return done.stdout.strip()

    def until(self, is_so, what: str, seconds: float = 90, starts: bool = False) -> None:
        """Waits. Where Slurm itself does not start, there is nothing to test, and its logs are shown."""
        end = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > end:
                for log in self.folder.rglob("*.log"):
                    print(log, log.read_text(errors="replace")[-3000:])
                for log in self.folder.glob("*.out"):
                    print(log, log.read_text(errors="replace")[-3000:])
                if starts:
                    self.__exit__()
                    skip(f"Slurm does not start on this machine: waited in vain for {what}")
                raise AssertionError(f"waited in vain for {what}")
            time.sleep(0.1)

    def finish(self, job: str) -> None:
        self.until(lambda: not self.call("squeue", "-h", "-j", job, fails=True), f"job {job}")


def check_slurm(folder: Path, world: Path, whole: Path, parts) -> None:
    """An array of four jobs, of which one is killed and submitted again."""
    out, script = folder / "out", folder / "job.sh"
    words = " ".join(parts.bake_words(world, out, "--part", "auto", "-j", "1"))
    # The third ends as a node does that dies: its process is killed once it writes its first tiles.
    script.write_text(f"""#!/bin/sh
if [ "$SLURM_ARRAY_TASK_ID" = 3 ] && [ -e {folder}/dies ]; then
    {words} &
    until ls {out}/masks/*{parts.first_tile(3)}* >{folder}/seen 2>&1 || ! kill -0 $!; do :; done
    kill -9 $!
    exit 9
fi
exec {words}
""")
    script.chmod(0o755)
    (folder / "dies").touch()
    with Slurm(folder / "slurm") as slurm:
        job = slurm.call("sbatch", "--parsable", "-n1", "--array=1-4", f"--output={folder}/job-%a.out", script)
        slurm.finish(job)
        text = parts.gather(out, 3)
        assert "part 3 of 4 " in text and "--part 3/4" in text, text
        (folder / "dies").unlink()
        # All four again: an array of one would be part 1 of 1. Three of them find their tiles there.
        again = slurm.call("sbatch", "--parsable", "-n1", "--array=1-4", f"--output={folder}/again-%a.out", script)
        slurm.finish(again)
        for i in range(1, 5):
            assert not (folder / f"again-{i}.out").read_text(), (folder / f"again-{i}.out").read_text()
    parts.assert_whole(out, whole)
