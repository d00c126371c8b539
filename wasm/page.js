// Before the program for pages: it has no node, wherever it runs, and bundlers look for none.
var require, process;
