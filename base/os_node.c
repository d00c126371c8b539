/*
 * What emscripten does not have of node, or does not pass on. 6 is EWOULDBLOCK, 8 is EBADF and 138 is
 * ENOTSUP, which is also the answer where there is no node.
 *
 * Locks: node has none, so a file in the folder for temporary ones, named by what is locked, has the
 * number of the process and counts as long as there is such a process, and in this one until the
 * handle is closed. So scree under node keeps others like it out, and not a program of the system itself.
 */
#include <emscripten.h>

int os_lock_in_node(int file, double disk, double number);
void os_unlock_in_node(int file);
int os_changed_in_node(int file, double changed[2]);

/* clang-format off */
EM_JS(int, os_lock_js, (int file, double disk, double number), {
    if (typeof process !== 'object' || typeof require !== 'function') return 138;
    const fs = require('fs');
    let locks = Module.screeLocks; // from handles to names
    if (!locks) {
        locks = Module.screeLocks = new Map();
        process.on('exit', () => {
            for (const left of locks.values()) try { fs.unlinkSync(left); } catch (e) {}
        });
    }
    const user = process.getuid ? process.getuid() : 0;
    const name = require('path').join(require('os').tmpdir(), ['.scree-lock', user, disk, number].join('-'));
    for (let tries = 0; tries < 3; tries++) {
        try {
            fs.writeFileSync(name, String(process.pid), {flag: 'wx', mode: 0o600});
            locks.set(file, name);
            return 0;
        } catch (e) {
            if (e.code !== 'EEXIST') return 138;
        }
        try {
            const owner = parseInt(fs.readFileSync(name, 'utf8'), 10);
            if (locks.get(file) === name) return 0;
            if (!(owner > 0) || [...locks.values()].includes(name)) return 6;
            if (owner !== process.pid) try { // else it is a killed one's, which had this number
                process.kill(owner, 0);
                return 6;
            } catch (e) {
                if (e.code === 'EPERM') return 6;
            }
            fs.unlinkSync(name);
        } catch (e) {
            if (e.code !== 'ENOENT') return 138;
        }
    }
    return 6;
})

EM_JS(void, os_unlock_js, (int file), {
    const locks = Module.screeLocks;
    if (!locks || !locks.has(file)) return;
    try { require('fs').unlinkSync(locks.get(file)); } catch (e) {}
    locks.delete(file);
})

EM_JS(int, os_changed_js, (int file, double *changed), {
    if (typeof process !== 'object' || typeof require !== 'function') return 138;
    try {
        const second = BigInt(1000000000); // emscripten's optimizer does not read 1n
        const instant = require('fs').fstatSync(FS.getStream(file).nfd, {bigint: true}).ctimeNs;
        HEAPF64[changed >> 3] = Number(instant / second);
        HEAPF64[(changed >> 3) + 1] = Number(instant % second);
        return 0;
    } catch (e) {
        return 8;
    }
})
/* clang-format on */

int os_lock_in_node(int file, double disk, double number)
{
    return os_lock_js(file, disk, number);
}

void os_unlock_in_node(int file)
{
    os_unlock_js(file);
}

/* The instant of a file's last change, in seconds and nanoseconds. */
int os_changed_in_node(int file, double changed[2])
{
    return os_changed_js(file, changed);
}
